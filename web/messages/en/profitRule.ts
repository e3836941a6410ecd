export const profitRule = {
  title: 'What the profit rule means for you',
  meaning:
    'Under the profit rule not every result is as likely. Results on which much has been bet would cost the house most, so they are often left out: what others have bet on least wins more often, and what most have bet on less often.',
  forYou:
    'This is an advantage for whoever bets where others do not, and a disadvantage for whoever bets with most of them. Nobody is shown how the others bet, so nobody can be sure. The house never pays out more than was bet, so what one player gains others lose.',
  example: (green: string, red: string) =>
    `An example: others have bet ${green} on green and ${red} on red. What ₹1 on each then returns, worked out on this device by the rule that decides rounds:`,
  table: 'What ₹1 returns in the example, by level',
  level: 'Level',
  result: 'Result',
  green: '₹1 on green',
  red: '₹1 on red',
  average: 'Average of the levels',
  fair: 'Average of a fair draw',
};
