/** Sentences that render the evidence of signals; amounts, counts and instants are passed as formatted text. */
export const signals = {
  title: 'Signals',
  hint: 'Signs that accounts belong together or that money is moved without play. A signal is no proof: compare the accounts before you act.',
  none: 'No signals',
  noneHint: 'Signs of fraud are looked for every ten minutes.',
  noneMatch: 'No signal fits these filters',
  noneMatchHint: 'Try another state or kind.',
  most: 'The 100 most likely are shown. Choose a kind to see others.',
  filters: {
    state: 'State',
    kind: 'Kind',
    score: 'How likely',
    any: 'All',
    likely: 'Likely',
    uid: 'Player',
    uidHint: 'The whole UID',
  },
  states: { OPEN: 'Open', REVIEWED: 'Reviewed', DISMISSED: 'Dismissed', LAPSED: 'Lapsed' },
  kinds: {
    SHARED_UPI: 'Shared UPI id',
    SHARED_ACCOUNT: 'Shared bank account',
    SHARED_DEVICE: 'Shared device',
    SHARED_ADDRESS: 'Shared address',
    REPEATED_REFERENCE: 'Repeated reference',
    OPPOSITE_BETS: 'Opposite bets',
    UNPLAYED: 'Withdrawn without play',
    NEW_DEVICE: 'New device before a payout',
    EXCLUDED_ACCOUNT: 'Payout account of an excluded player',
    EXCLUDED_DEVICE: 'Device of an excluded player',
  },
  score: (score: number) => `Score ${score} of 100`,
  likely: 'Likely',
  evidence: {
    sharedPayout: (players: number, account: string, withdrawals: number, paid: string) =>
      `${players} players asked for withdrawals to ${account}: ${withdrawals} in the last 90 days, ${paid} of it paid.`,
    sharedDevice: (players: number, device: string, signIns: number) =>
      `${players} players signed in at one address with the same kind of device (${device}), ${signIns} times in 30 days.`,
    sharedAddress: (players: number, signIns: number) =>
      `${players} players signed in at one address, ${signIns} times in 30 days.`,
    atAddress: (players: number) =>
      players === 1 ? 'Nobody else uses this address.' : `${players} players in all use this address.`,
    repeatedReference: (players: number, reference: string, submissions: number) =>
      `${players} players submitted the reference ${reference}, ${submissions} times together.`,
    oppositeBets: (rounds: number, commonRounds: number, staked: string) =>
      `In ${rounds} of ${commonRounds} rounds that two of them played, their bets cancelled out: together they got most of it back whatever number won. Staked in these rounds: ${staked}.`,
    someRounds: 'Some of these rounds:',
    unplayed: (deposits: number, deposited: string, withdrawn: string, staked: string) =>
      `${deposits === 1 ? 'One deposit' : `${deposits} deposits`}, ${deposited} together; ${withdrawn} withdrawn or on hold, and ${staked} staked.`,
    newDevice: (device: string, at: string, amount: string) =>
      `A device that the player never used before (${device}) signed in ${at}, and ${amount} was asked for within a day.`,
    excludedAccount: (account: string, withdrawals: number, paid: string) =>
      `One of these players is self-excluded and was paid to ${account}. Since then others asked for ${withdrawals === 1 ? 'a withdrawal' : `${withdrawals} withdrawals`} to it, ${paid} of it paid.`,
    excludedDevice: (at: string) =>
      `One of these players is self-excluded. Since ${at} others have signed in on a device of theirs.`,
    newAccount: 'The payout account is new too.',
    registeredWithin: (hours: number) =>
      hours <= 1 ? 'All of them registered within an hour.' : `All of them registered within ${hours} hours.`,
    supportedBy: (kinds: string) => `These players also have: ${kinds}.`,
    unknownDevice: 'unknown',
  },
  seen: (first: string, last: string) => `From ${first} to ${last}.`,
  decided: (state: string, admin: string, at: string) => `${state} by ${admin}, ${at}.`,
  showPlayers: (count: number) => (count === 1 ? 'Show the player' : `Compare the ${count} players`),
  hidePlayers: 'Hide the players',
  players: 'Players of this signal',
  morePlayers: (count: number) => `${count} more are not shown.`,
  columns: {
    player: 'Player',
    registered: 'Registered',
    lastSignIn: 'Last sign-in',
    available: 'Available',
    deposited: 'Deposited',
    withdrawn: 'Withdrawn',
    staked: 'Staked',
    returned: 'Returned',
  },
  deactivated: 'Deactivated',
  never: 'Not in 30 days',
  review: 'Mark as reviewed',
  reviewQuestion: 'Something was done about it. It opens again when another account joins.',
  dismiss: 'Dismiss',
  dismissQuestion: 'There is nothing wrong. It opens again when another account joins.',
  done: { REVIEWED: 'The signal is reviewed.', DISMISSED: 'The signal is dismissed.' },
  decideWhat: (decision: string, kind: string) => `${decision}: ${kind}`,
  ofPlayer: {
    title: (count: number) => (count === 1 ? 'One signal about this player' : `${count} signals about this player`),
    open: 'Open the signals',
  },
};
