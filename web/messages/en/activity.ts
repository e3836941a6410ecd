export const activity = {
  finished: 'Finished games',
  gameResultPending: 'Game Result: Pending',
  won: 'You Won',
  lost: 'You lost',
  back: (back: string, stake: string) => `${back} back of ${stake}`,
  empty: "You haven't played any game yet.",
  play: 'Choose a game',
};
