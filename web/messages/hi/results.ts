import type { results as en } from '../en/results.ts';

/** The player's own bets of a finished round. */
export const results: typeof en = {
  yours: 'इस राउंड में आपके दाँव',
  won: (amount) => `जीता, ${amount} वापस`,
  lost: 'हारा',
  sentence: (stake, back, net) => `आपने ${stake} लगाए, ${back} वापस मिले: ${net}`,
  nothing: (stake) => `आपने ${stake} लगाए, कुछ वापस नहीं मिला।`,
  lostBets: (count, amount) => `${count} हारे, ${amount}`,
};
