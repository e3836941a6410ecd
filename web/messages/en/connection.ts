export const connection = {
  betsPaused: 'Reconnecting…, bets paused',
  pausedReason: 'Bets are paused until you are connected again.',
  resultLater: 'No connection. The result is here once you are back',
  newRelease: 'A new version is ready.',
  reload: 'Reload',
};
