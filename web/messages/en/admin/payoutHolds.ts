export const payoutHolds = {
  title: 'Frozen payouts and blocked accounts',
  frozenCount: (players: number) =>
    players === 1 ? 'The payouts of 1 player are frozen.' : `The payouts of ${players} players are frozen.`,
  blockedCount: (accounts: number) =>
    accounts === 1 ? '1 payout account is blocked.' : `${accounts} payout accounts are blocked.`,
  none: 'No payouts are frozen, and no payout account is blocked.',
  show: 'Show them',
  hide: 'Hide them',
  frozen: 'Frozen payouts',
  blocked: 'Blocked payout accounts',
  flags: { FROZEN: 'Payouts frozen', BLOCKED: 'Account blocked' },
  notice: {
    FROZEN: 'The payouts of this player are frozen: it can’t be approved.',
    BLOCKED: 'This payout account is blocked: it can’t be approved.',
  },
  until: (at: string) => `Frozen until ${at}.`,
  by: (admin: string, at: string) => `${admin}, ${at}:`,
  extendedBy: (admin: string, at: string) => `Extended by ${admin}, ${at}:`,
  blockedBy: (admin: string, at: string) => `Blocked by ${admin}, ${at}:`,
  playerReads: 'The player reads “Being checked”.',
  member: {
    title: 'Payouts',
    free: 'Withdrawals are paid out as usual.',
    freeze: {
      deed: 'Freeze payouts',
      question: (name: string) =>
        `No withdrawal of ${name} is approved for 14 days. They can still ask for some and play, and read “Being checked”.`,
      done: 'The payouts are frozen.',
    },
    extend: {
      deed: 'Extend the freeze',
      question: (name: string) =>
        `The payouts of ${name} stay frozen for 14 days more. Another admin does it than who froze them, and who extended last.`,
      done: 'The freeze ends 14 days later.',
    },
    end: {
      deed: 'End the freeze',
      question: (name: string) => `Withdrawals of ${name} can be approved again at once.`,
      done: 'The freeze has ended.',
    },
  },
  block: {
    deed: 'Block this payout account',
    question: (account: string) =>
      `No withdrawal to ${account} is approved, whoever asks for it, until another admin lifts the block. Players read “Being checked”.`,
    done: 'The payout account is blocked.',
  },
  lift: {
    deed: 'Lift the block',
    what: (account: string) => `Lift the block of ${account}`,
    question: (account: string) =>
      `Withdrawals to ${account} can be approved again at once. Another admin does it than who blocked it.`,
    done: 'The block is lifted.',
    own: 'You blocked it: another admin lifts it.',
  },
  signal: {
    flag: {
      deed: (count: number) => (count === 1 ? 'Flag the player' : 'Flag all members'),
      question: (count: number) => (count === 1 ? 'The player gets this flag.' : `All ${count} players get this flag.`),
      which: 'Flag',
      done: (done: number, count: number) => `${done} of ${count} players have the flag.`,
    },
    freeze: {
      deed: (count: number) => (count === 1 ? 'Freeze payouts of the player' : 'Freeze payouts of all members'),
      question: (count: number) =>
        `No withdrawal of ${count === 1 ? 'the player' : `these ${count} players`} is approved for 14 days. They read “Being checked”.`,
      done: (done: number, count: number) => `The payouts of ${done} of ${count} players were frozen.`,
    },
    what: (deed: string, kind: string) => `${deed}: ${kind}`,
    notDone: 'Not done:',
    refused: (name: string, uid: string, why: string) => `${name} (UID ${uid}): ${why}`,
  },
};
