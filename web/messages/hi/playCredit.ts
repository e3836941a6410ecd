import type { playCredit as en } from '../en/playCredit.ts';

export const playCredit: typeof en = {
  none: 'आपके नकली पैसे ख़त्म हो गए हैं।',
  claim: (amount) => `${amount} के नकली पैसे लें`,
  done: (amount) => `${amount} के नकली पैसे आपके वॉलेट में आ गए हैं।`,
  next: (amount, when) => `${amount} के नकली पैसे आप ${when} से फिर ले सकते हैं।`,
};
