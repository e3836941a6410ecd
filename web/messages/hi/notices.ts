import type { notices as en } from '../en/notices.ts';

export const notices: typeof en = {
  label: 'सूचनाएँ',
  paused: {
    SAPRE_HALF: '30 सेकंड का खेल रुका है',
    SAPRE_ONE: '1 मिनट का खेल रुका है',
    SAPRE_THREE: '3 मिनट का खेल रुका है',
    DEPOSITS: 'जमा रुका है',
    WITHDRAWALS: 'निकासी रुकी है',
    EVERYTHING: 'रखरखाव चल रहा है',
  },
};
