import type { playCredit as en } from '../en/playCredit.ts';

export const playCredit: typeof en = {
  none: 'आपके खेल के पैसे ख़त्म हो गए हैं।',
  claim: (amount) => `खेल के ${amount} लें`,
  done: (amount) => `खेल के ${amount} आपके वॉलेट में आ गए हैं।`,
  next: (amount, when) => `खेल के ${amount} आप ${when} से फिर ले सकते हैं।`,
};
