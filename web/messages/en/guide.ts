export const guide = {
  how: 'How to bet',
  rules: [
    'Bets can be placed on green, violet, red and on the numbers 0-9.',
    'Several bets are allowed.',
    'No bets are accepted in the last 30 seconds of the countdown of the 1 minute and 3 minutes games, and in the last 5 seconds of the 30 seconds game.',
    'The winner is declared automatically at 00:00.',
  ],
  winning: 'Winning numbers and colours',
  number: 'Winning number',
  colors: 'Winning colours',
  and: 'and',
  payouts: 'What a bet returns',
  payoutsText: 'For each ₹1, stake included, rounded down to the paisa. No fee is taken.',
  bet: 'Bet',
  returns: 'Returns',
  anyNumber: 'Exact number',
  onNumbers: (numbers: string) => `on ${numbers}`,
  decides: 'Who decides the result',
  decidesText: [
    [
      'Fair draw',
      'The number comes from a seed that was fixed before the round opened. Where a round has a public beacon, a number that nobody knows before the end is mixed in. You can check both afterwards. Only the operator can put another result in its place, and only as described below: the round then no longer counts as a fair draw.',
    ],
    [
      'Profit rule',
      'Results at which the house would pay out more than was bet are left out. The others stand in the order of what the house would earn, lowest first, and the level, 0 to 9, says how far up in that order the winner is: 0 is the first, 9 near the last. With equal earnings the number stream decides. The level is shown from the start of the round, and nobody sees how the bets stand before they close.',
    ],
    [
      'Set by the operator',
      'An admin chose the number before bets closed. The round is marked at once and takes no new bets, since the admin knows its result. Until bets close you can take back all your bets in it for a full refund.',
    ],
    [
      'Void round',
      'Until bets close an admin can declare a round void, with a reason that everybody reads. It then gets no number, and every bet in it is refunded in full. Once bets have closed that is no longer possible.',
    ],
  ] as [heading: string, text: string][],
  decidesShown:
    'The game screen shows from the start of a round whether the draw or the profit rule decides it. Until shortly before bets close the operator can still set the result: the screen then shows that at once, and the result table keeps it.',
  check: 'Check any result',
  checkText: [
    'When a round opens, a fingerprint of its secret is published, so the secret is fixed before your first bet.',
    'Where the round has a public beacon, the secret itself is published too, locked until the end.',
    'When bets close, one fingerprint of all bets is published, and from then on no bet can be added, changed or left out.',
    'At the end a public beacon, run by many independent organizations, publishes a number that nobody can know before.',
    'Secret, bets and that number together give the result, so nobody knows it while bets are taken, the operator included.',
    'If the beacon is silent, the round waits for its number, however long that takes, and the next rounds go on. Only after a week may the owners declare it void, and you get your bets back.',
    'Choose a round in the result table, and your own device checks every step and shows what holds.',
    'If you have bet in it, it also checks that your bets are among all bets and returned what the table promises.',
    'Anybody can download all rounds and bets of a month, where no player can be recognized, with the operator’s reasons for those that the operator decided or declared void, and check them without us.',
    'All of this is in a public log to which things can only be added: your device notices if its past changes, and where a round has witnesses, more than half of them sign before the end that everybody is shown the same.',
  ],
  checkNot:
    'What this does not prove: that a number set by the operator or by the profit rule was good for you, that everybody was shown the same in a round without witnesses or with witnesses that are not independent of the operator, or that a round whose bets were not published or confirmed before its end had to be void. Rounds without a public beacon prove only that the secret was fixed before: who keeps it could know the result.',
  mind: 'Play within your means',
  mindText:
    'Every bet returns less than it costs on average: 96 of 100 on a fair draw. Bet only what you can do without.',
};
