import type { wallet as en } from '../en/wallet.ts';

export const wallet: typeof en = {
  total: 'कुल बैलेंस',
  main: 'मुख्य वॉलेट',
  ring: 'आपका 100 % उपलब्ध बैलेंस मुख्य वॉलेट में है',
  held: (amount) => `निकासी के लिए ${amount} और रोके गए हैं`,
  parts: (available, held) => `${available} उपलब्ध, ${held} निकासी के लिए रोके गए`,
  transfer: 'वॉलेट से निकालें',
  deposit: 'जमा करें',
  withdraw: 'निकालें',
  transactions: 'लेनदेन',
  hint: 'आपके पैसे की हर हलचल, पैसे-पैसे तक, आपके लेनदेन में लिखी है।',
};
