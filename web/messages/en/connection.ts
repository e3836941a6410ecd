export const connection = {
  betsPaused: 'Reconnecting. Bets are paused.',
  pausedReason: 'Bets are paused until you are connected again.',
  resultLater: 'No connection. The result appears when you are back online.',
  newRelease: 'A new version is ready.',
  reload: 'Reload',
};
