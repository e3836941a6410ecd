import type { resetPassword as en } from '../en/resetPassword.ts';

export const resetPassword: typeof en = {
  banner: (product) => `${product} गेम प्लेटफ़ॉर्म`,
  note: 'अपना पासवर्ड किसी को न बताएँ। हम आपसे यह कभी नहीं पूछेंगे।',
  newPassword: 'नया पासवर्ड',
  confirmation: 'नया पासवर्ड फिर लिखें',
  submit: 'पासवर्ड बदलें',
  success: 'पासवर्ड बदल गया',
  incomplete: 'लिंक सही नहीं है',
  askAgain: 'नया लिंक मँगाएँ',
  used: 'यह लिंक इस्तेमाल हो चुका है',
  expired: 'इस लिंक का समय बीत चुका है',
  invalidHash: 'लिंक में गड़बड़ी है',
  invalid: 'लिंक सही नहीं है',
  notFound: 'लिंक नहीं मिला',
  authorizationFailed: 'अनुमति नहीं मिली!!!',
};
