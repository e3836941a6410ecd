import type { results as en } from '../en/results.ts';

/** The player's own bets of a finished round. */
export const results: typeof en = {
  yours: 'इस राउंड में आपके दाँव',
  won: (amount) => `जीता, ${amount} वापस`,
  lost: 'हारा',
  staked: 'लगाए',
  returned: 'वापस मिले',
  net: 'कुल नतीजा',
};
