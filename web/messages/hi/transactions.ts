import type { transactions as en } from '../en/transactions.ts';

export const transactions: typeof en = {
  empty: 'अभी कोई लेनदेन नहीं है',
  emptyHint: 'आपकी जमा और निकासी यहाँ दिखेंगी।',
  deposit: 'जमा',
  withdrawal: 'निकासी',
  status: { PENDING: 'बाकी', SUCCESS: 'सफल', FAILED: 'अस्वीकार', CANCELLED: 'रद्द' },
  through: { UPI: 'UPI', BANK: 'बैंक' },
  message: (message) => `संदेश: ${message}`,
  reference: 'रेफ़रेंस',
  payoutReference: 'भुगतान का रेफ़रेंस',
  paidTo: 'किसे भेजा',
  sentTo: 'कहाँ जाएगा',
  requested: 'अनुरोध',
  askedFor: 'आपने माँगा था',
  decided: 'फ़ैसला',
  cancel: 'निकासी रद्द करें',
  cancelAmount: (amount) => `${amount} की निकासी रद्द करें`,
  cancelTitle: 'यह निकासी रद्द करें?',
  cancelQuestion: (amount) => `${amount} आपके वॉलेट में वापस आ जाएँगे।`,
  cancelDone: (amount) => `${amount} आपके वॉलेट में वापस आ गए हैं।`,
  keep: 'रहने दें',
  headline: {
    PENDING: { CREDIT: 'मंज़ूरी का इंतज़ार है', DEBIT: 'भुगतान का इंतज़ार है' },
    SUCCESS: { CREDIT: 'जमा मंज़ूर हुई', DEBIT: 'निकासी का भुगतान हुआ' },
    FAILED: { CREDIT: 'जमा अस्वीकार हुई', DEBIT: 'निकासी अस्वीकार हुई' },
    CANCELLED: { CREDIT: 'जमा रद्द हुई', DEBIT: 'निकासी रद्द हुई' },
  },
  explain: {
    PENDING: {
      CREDIT: 'फ़ैसला होते ही यह पेज अपने-आप बदल जाएगा।',
      DEBIT: 'रकम रोककर रखी गई है। फ़ैसला होते ही यह पेज अपने-आप बदल जाएगा।',
    },
    SUCCESS: { CREDIT: 'रकम आपके वॉलेट में है।', DEBIT: 'पैसे आपके खाते के लिए निकल चुके हैं।' },
    FAILED: { CREDIT: 'आपके वॉलेट में कुछ नहीं जुड़ा।', DEBIT: 'रकम आपके वॉलेट में वापस आ गई है।' },
    CANCELLED: { CREDIT: 'आपके वॉलेट में कुछ नहीं जुड़ा।', DEBIT: 'रकम आपके वॉलेट में वापस आ गई है।' },
  },
  play: {
    headline: { PENDING: 'मंज़ूरी का इंतज़ार है', SUCCESS: 'अभ्यास की निकासी मंज़ूर हुई' },
    explain: {
      PENDING: 'रकम रोककर रखी गई है। फ़ैसला होते ही यह पेज अपने-आप बदल जाएगा।',
      SUCCESS: 'नकली पैसे आपके वॉलेट से निकल गए हैं। कोई असली भुगतान नहीं हुआ।',
    },
  },
  checked: {
    headline: 'जाँच हो रही है',
    explain: 'जाँच पूरी होने तक रकम रोककर रखी गई है। फ़ैसला होते ही यह पेज अपने-आप बदल जाएगा।',
  },
  nothingSent: 'आपने अभी कोई अनुरोध नहीं भेजा है',
  nothingSentHint: 'आपकी भेजी जमा या निकासी की स्थिति यहाँ दिखेगी।',
  toWallet: 'वॉलेट पर जाएँ',
};
