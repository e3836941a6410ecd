import type { errors as en } from '../en/errors.ts';

export const errors: typeof en = {
  heading: 'कुछ गड़बड़ हो गई',
  network: 'नेटवर्क की समस्या है। कृपया अपना कनेक्शन जाँचें।',
  server: 'सर्वर में समस्या है। कृपया थोड़ी देर बाद कोशिश करें।',
  status: (status) => `अनजान गड़बड़ी: ${status}`,
  answered: (message) => `गड़बड़ी: ${message}`,
  list: 'कोई गड़बड़ी हुई',
  tooManyRequests: 'बहुत ज़्यादा अनुरोध आए। कृपया थोड़ा रुकें।',
  unexpected: 'इस स्क्रीन पर एक अनजान गड़बड़ी हुई है।',
  emailInvalid: 'कृपया सही ईमेल लिखें',
  passwordsDiffer: 'दोनों पासवर्ड मेल नहीं खाते',
  missing: 'कृपया यह भरें।',
  decimals: 'रकम में दशमलव के बाद ज़्यादा से ज़्यादा दो अंक हो सकते हैं।',
  tooMuch: 'रकम ज़्यादा से ज़्यादा ₹1,00,00,000 हो सकती है।',
  required: 'कृपया सभी ज़रूरी जानकारी भरें।',
  ourMistake: 'गलती हमारी है! कृपया फिर कोशिश करें',
  invalidPayload: 'जानकारी सही नहीं है',
  withDetail: (words, detail) => `${words.replace(/।$/, '')}: ${detail}`,
  until: (at) => `${at} तक`,
  renewal: 'जवाब न मिलने से आपका सेशन आगे नहीं बढ़ सका। आप अब भी लॉग इन हैं।',
  newVersion: 'यह पेज लोड नहीं हो सका। कृपया रीलोड करें।',
};
