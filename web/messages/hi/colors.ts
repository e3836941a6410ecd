import type { colors as en } from '../en/colors.ts';

export const colors: typeof en = { GREEN: 'हरा', VIOLET: 'बैंगनी', RED: 'लाल' };
