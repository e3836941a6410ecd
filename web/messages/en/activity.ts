export const activity = {
  finished: 'Finished games',
  gameResultPending: 'Game Result: Pending',
  won: 'You Won',
  lost: 'You lost',
  back: (back: string, stake: string) => `${back} back of ${stake}`,
  returned: (back: string, stake: string) => `Staked ${stake}, got ${back} back`,
  staked: (stake: string) => `Staked ${stake}`,
  archived: 'Its single bets are archived.',
  empty: "You haven't played any game yet.",
  play: 'Choose a game',
};
