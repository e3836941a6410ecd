/** Shown by the document until its scripts run. */
export const shell = {
  game: 'The running round is on its way: the time left to bet, what you can bet on, and your own bets.',
};
