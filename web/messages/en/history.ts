export const history = {
  pendingGames: 'Pending games',
  pendingWithdrawals: 'Pending withdrawals',
  history: 'History',
  statePending: 'State: Pending',
  profit: 'Profit',
  loss: 'Loss',
  empty: 'Nothing here yet',
  emptyHint: 'Finished games and approved deposits and withdrawals will be here.',
};
