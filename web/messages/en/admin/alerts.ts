interface OverriddenRound {
  gameId: string;
  number: number;
  /** How many players it pays. */
  count: number;
  amount: string;
  /** Sentences about those whom it pays most. */
  winners: readonly string[];
}

/** Amounts, counts and instants are formatted already. */
export const alerts = {
  title: 'Alerts',
  none: 'Nothing to be alerted to',
  noneHint: 'Alerts open by themselves, and end when their cause does. They are evaluated every minute.',
  open: 'Open alerts',
  ended: 'Ended',
  noneEnded: 'None has ended yet',
  kinds: {
    QUEUE_OVERDUE: 'Payments wait too long',
    STATEMENT_DRIFT: 'Drift against the bank',
    UNUSUAL_WIN: 'Unusual win',
    FAILED_SIGN_INS: 'Failed sign-ins',
    OVERDUE_ROUND: 'Round not paid',
    BOOKS_FAILED: 'The books are not in order',
    KNOWN_HOLES: 'Programs with known holes',
    WAITING_ROUND: 'Rounds wait for the public beacon',
    SILENT_WITNESS: 'A witness is silent',
    SILENT_BEACON: 'The public beacon is silent',
    DISK_SHORT: 'The disk is nearly full',
    CREDITED_PAYOUT: 'A payout was credited as a deposit',
    OVERRIDDEN_ROUND: 'A result was set',
  },
  causes: {
    queueOverdue: (count: number, since: string) =>
      `${count === 1 ? 'One payment waits' : `${count} payments wait`} longer than promised, the oldest since ${since}.`,
    statementDrift: (payee: string, day: string, drift: string) =>
      `${payee}: the day ${day} was closed with a drift of ${drift}. A later day without one ends this.`,
    unusualWin: (name: string, uid: string, amount: string) =>
      `${name} (UID ${uid}) won ${amount} more than they staked in 24 hours.`,
    failedSignIns: (count: number) =>
      `About ${count} sign-ins failed within an hour: of admins, and at accounts whose attempts were used up.`,
    overdueRound: (count: number, gameId: string, since: string) =>
      `${count === 1 ? 'A round' : `${count} rounds`} that ended ${count === 1 ? 'is' : 'are'} not paid: ${gameId}, since ${since}.`,
    waitingRound: (count: number, gameId: string, since: string) =>
      `${count === 1 ? 'A round waits' : `${count} rounds wait`} for the public beacon: ${gameId}, since ${since}. The server keeps asking, and decides ${count === 1 ? 'it' : 'them'} when the number comes.`,
    booksFaults: (count: number, night: string) =>
      `The audit of ${night} found ${count === 1 ? 'one fault' : `${count} faults`}.`,
    booksFailure: (failure: string) => `The books could not be audited: ${failure}`,
    knownHoles: (programs: string) =>
      `Real money is run on ${programs}, which have known holes. The operator has accepted them: npm run doctor has what to install.`,
    booksLate: (night: string) => `The audit of ${night} has no result.`,
    overriddenRound: ({ gameId, number, count, amount, winners }: OverriddenRound) =>
      `An operator has set ${number} as the result of ${gameId}, which pays ${amount} to ${count === 1 ? 'one player' : `${count} players`}. Most by it: ${winners.join('; ')}. This stands until another admin has looked.`,
    winner: (name: string, uid: string, stake: string, payout: string) =>
      `${name} (UID ${uid}) ${payout} for stakes of ${stake}`,
    creditedPayout: (name: string, uid: string, amount: string, reference: string) =>
      `A deposit of ${amount} of ${name} (UID ${uid}) was credited with the reference ${reference}, which is that of a payout. This stands until somebody has it in hand.`,
    silentWitness: (name: string, since: string) =>
      `The witness ${name} has confirmed nothing of the public log ${since === '' ? 'so far' : `since ${since}`}. Where half of the witnesses confirm nothing, rounds are void.`,
    silentBeacon:
      'The public beacon does not answer: rounds open without it, and are drawn from the seed alone. The server keeps asking.',
    diskShort: (megabytes: number) =>
      `The disk of the database has ${megabytes} MB left. Bets, documents and bank statements are refused until space is freed.`,
  },
  solve: {
    QUEUE_OVERDUE: 'Open the queue',
    STATEMENT_DRIFT: 'Open the statements',
    UNUSUAL_WIN: 'Open the player',
    FAILED_SIGN_INS: 'Open the audit log',
    OVERDUE_ROUND: 'Open the games',
    BOOKS_FAILED: 'Open the state of the books',
    KNOWN_HOLES: 'Open the dashboard',
    DISK_SHORT: 'Open the dashboard',
    WAITING_ROUND: 'Open the games',
    SILENT_WITNESS: 'Open the dashboard',
    SILENT_BEACON: 'Open the games',
    CREDITED_PAYOUT: 'Open the payments',
    OVERRIDDEN_ROUND: 'Open the games',
  },
  since: (at: string) => `Since ${at}.`,
  until: (from: string, to: string) => `From ${from} to ${to}.`,
  inHand: (admin: string, at: string) => `${admin} has it in hand since ${at}.`,
  acknowledge: 'I take it',
  acknowledgeWhat: (kind: string) => `I take it: ${kind}`,
  acknowledged: 'You have it in hand.',
  banner: (count: number) => (count === 1 ? 'One alert is open' : `${count} alerts are open`),
  seeAll: 'See all alerts',
  clashes: {
    title: 'Deposits with one reference',
    hint: 'From before references were compared without regard to how they are typed: another deposit holds the reference of each. What is credited of them may be credited twice.',
    others: (count: number) => (count === 1 ? 'One other request has it' : `${count} other requests have it`),
    open: 'Open them',
    openWhat: (reference: string) => `Open the requests with the reference ${reference}`,
  },
  sound: 'Play a sound when an alert opens that must be known',
  soundHint: 'In this browser, while the back office is open.',
  dailyReport: 'Mail me the figures of the day before, every morning at 07:00 am',
  dailyReportKept: 'This installation sends no mail: the reports are kept, and shown under Daily reports.',
  dailyReports: 'Daily reports',
  thresholds: {
    title: 'When alerts open',
    hint: 'Drift, unpaid rounds, rounds that wait for the beacon, set results that pay somebody, payouts that were credited as deposits, faults in the books and a disk that is nearly full open an alert always. Owners get a mail about everything but waiting payments and known holes.',
    minutes: (minutes: number) => `after ${minutes} minutes`,
    count: (count: number) => `from ${count} within an hour`,
    amount: (amount: string) => `from ${amount} in 24 hours`,
    change: 'Change',
    changeOf: (kind: string) => `Change: ${kind}`,
    question: 'This applies from the next minute on.',
    fields: { QUEUE_OVERDUE: 'Minutes', FAILED_SIGN_INS: 'Sign-ins within an hour', UNUSUAL_WIN: 'Amount' },
    wrong: 'Enter a number above zero.',
    save: 'Save',
    saved: (kind: string) => `Changed: ${kind}`,
  },
};
