import type { history as en } from '../en/history.ts';

export const history: typeof en = {
  pendingGames: 'चल रहे गेम',
  pendingWithdrawals: 'लंबित निकासी',
  history: 'इतिहास',
  dayList: (list, day) => `${list}, ${day}`,
  dayTotals: (staked, returned) => `लगाए ${staked}, वापस ${returned}`,
  statePending: 'स्थिति: लंबित',
  correction: 'सुधार',
  profit: 'मुनाफ़ा',
  loss: 'नुकसान',
  empty: 'यहाँ अभी कुछ नहीं है',
  emptyHint: 'पूरे हुए गेम और मंज़ूर हुई जमा व निकासी यहाँ दिखेंगी।',
};
