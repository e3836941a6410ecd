import type { activity as en } from '../en/activity.ts';

export const activity: typeof en = {
  finished: 'पूरे हुए गेम',
  gameResultPending: 'गेम का नतीजा: अभी नहीं आया',
  won: 'आप जीते',
  lost: 'आप हारे',
  back: (back, stake) => `${stake} में से ${back} वापस`,
  returned: (back, stake) => `${stake} लगाए, ${back} वापस मिले`,
  staked: (stake) => `दाँव ${stake}`,
  archived: 'इसके अलग-अलग दाँव पुरालेख में हैं।',
  empty: 'आपने अभी तक कोई गेम नहीं खेला।',
  play: 'गेम चुनें',
};
