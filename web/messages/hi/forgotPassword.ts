import type { forgotPassword as en } from '../en/forgotPassword.ts';

export const forgotPassword: typeof en = {
  title: 'पासवर्ड भूल गए',
  text: 'हम आपके ईमेल पर एक लिंक भेजेंगे, जिससे आप नया पासवर्ड बना सकते हैं।',
  email: 'ईमेल',
  required: 'ईमेल लिखें',
  sent: 'लिंक भेज दिया गया है। कृपया अपना ईमेल देखें।',
  kept: 'यहाँ के ईमेल ऑपरेटर के पास रहते हैं, जो आपको लिंक दे सकते हैं।',
  userNotFound: 'ऐसा कोई खाता नहीं है',
};
