/** The player's own bets of a finished round. */
export const results = {
  yours: 'Your bets in this round',
  won: (amount: string) => `won, returned ${amount}`,
  lost: 'lost',
  staked: 'Staked',
  returned: 'Returned',
  net: 'Net result',
};
