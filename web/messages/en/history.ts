export const history = {
  pendingGames: 'Pending games',
  pendingWithdrawals: 'Pending withdrawals',
  history: 'History',
  dayList: (list: string, day: string) => `${list}, ${day}`,
  dayTotals: (staked: string, returned: string) => `Staked ${staked}, returned ${returned}`,
  statePending: 'State: Pending',
  correction: 'Correction',
  profit: 'Profit',
  loss: 'Loss',
  empty: 'Nothing here yet',
  emptyHint: 'Finished games and approved deposits and withdrawals will be here.',
};
