export const transparency = {
  intro:
    'Every result says who decided it. Here is how the results of a month came about, the rounds that an operator decided, and a file with which anybody can work each result out again.',
  game: 'Game',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  whoDecided: 'Who decided the rounds',
  deciders: { DRAW: 'Fair draw', PROFIT_RULE: 'Profit rule', OPERATOR: 'Operator' },
  void: 'Void',
  count: (rounds: number, share: string) => `${rounds} (${share})`,
  money: 'Stakes and what came back',
  decidedBy: 'Decided by',
  staked: 'Staked',
  returned: 'Came back',
  othersHint: 'The return of 96% is a promise of the fair draw only. Stakes in void rounds were refunded.',
  return: {
    title: 'What fair draws gave back',
    none: 'No bets were placed in fair draws of this month.',
    actual: 'this month',
    summary: (returned: string, low: string, high: string) =>
      `On average a fair draw returns 96% of the stakes. This month it was ${returned}. With these stakes chance leads to ${low} to ${high} in 95 of 100 cases.`,
    within: 'This is within what chance allows.',
    outside: 'This is outside. In one of twenty months that happens by chance.',
  },
  numbers: {
    title: 'How often each number was drawn',
    tooFew: 'A test needs at least 50 draws.',
    usual: (value: string) =>
      `Chi-square test of all ten numbers: ${value}. Below 16.9 in 95 of 100 fair months, so nothing speaks against equal chances.`,
    unusual: (value: string) =>
      `Chi-square test of all ten numbers: ${value}. In 95 of 100 fair months it stays below 16.9: this month is unusual.`,
  },
  operator: {
    title: 'Decided by the operator, or void',
    none: 'No round of this month.',
    set: (number: number) => `set to ${number}`,
    reason: (reason: string) => `Reason: ${reason}`,
    paid: (paid: string, staked: string) => `${paid} paid of ${staked} staked.`,
    instead: (number: number, paid: string) => `The draw would have given ${number} and paid ${paid}.`,
    refunded: 'All stakes were refunded.',
    refundedInstead: (number: number) => `All stakes were refunded. The draw would have given ${number}.`,
  },
  settings: {
    title: 'Changes of who decides',
    none: 'None in this month.',
    changed: (before: string, after: string) => `${before} → ${after}`,
    drawWith: (level: number) => `Fair draw (level ${level})`,
    ruleAt: (level: number) => `Profit rule, level ${level}`,
  },
  balances: {
    title: 'What all players hold',
    hint: 'At midnight in India all balances are added up and the root of the sum is published. On the wallet page each player’s browser checks that their own balance is counted.',
    held: (day: string, total: string, players: number) => `${day}: ${total} of ${players} players`,
  },
  file: {
    title: 'All rounds as a file',
    hint: 'JSON Lines, one round each: commitment, seed, result, stakes and payouts by number. Up to some 20 MB a month.',
    download: (file: string) => `Download ${file}`,
  },
};
