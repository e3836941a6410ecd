import type { withdrawExcluded as en } from '../en/withdrawExcluded.ts';

export const withdrawExcluded: typeof en = {
  text: 'अगर आपने खुद पर रोक लगाई है, तो यहाँ से अपना बैलेंस निकाल सकते हैं। आप लॉग इन नहीं होंगे।',
  email: 'ईमेल',
  password: 'पासवर्ड',
  otp: 'ऑथेंटिकेटर ऐप का कोड',
  otpHint: 'इस खाते में दो चरणों में लॉग इन होता है। रिकवरी कोड भी चलेगा।',
  otpWrong: 'यह कोड गलत है, या इस्तेमाल हो चुका है।',
  amount: 'रकम',
  amountHint: 'सब कुछ निकालने के लिए खाली छोड़ें।',
  upiId: 'UPI ID',
  submit: 'निकालें',
  done: (amount) => `${amount} की निकासी का अनुरोध भेज दिया गया।`,
};
