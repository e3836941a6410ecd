import type { realityCheck as en } from '../en/realityCheck.ts';

export const realityCheck: typeof en = {
  title: 'खेल का हिसाब',
  playingSince: (at) => `आप ${at} से खेल रहे हैं।`,
  today: (net, staked, returned) => `आज: ${net}। आपने ${staked} लगाए और ${returned} वापस मिले।`,
  playOn: 'खेलते रहें',
  settings: 'सीमाएँ और ब्रेक',
};
