/** The player's own bets of a finished round. */
export const results = {
  yours: 'Your bets in this round',
  won: (amount: string) => `won, returned ${amount}`,
  lost: 'lost',
  sentence: (stake: string, back: string, net: string) => `You staked ${stake}, got ${back} back: ${net}`,
  nothing: (stake: string) => `You staked ${stake}, nothing came back.`,
  lostBets: (count: number, amount: string) => `${count} lost, ${amount}`,
};
