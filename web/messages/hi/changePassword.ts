import type { changePassword as en } from '../en/changePassword.ts';

export const changePassword: typeof en = {
  banner: 'नया पासवर्ड बनाते ही आपके सभी सेशन बंद हो जाएँगे, यह भी। फिर नए पासवर्ड से लॉग इन करें।',
  oldPassword: 'पुराना पासवर्ड लिखें',
  newPassword: 'नया पासवर्ड लिखें',
  confirmation: 'नया पासवर्ड फिर लिखें',
  submit: 'पासवर्ड बदलें',
  success: 'पासवर्ड बदल गया',
  wrongOldPlayer: 'पुराना पासवर्ड गलत है',
  wrongOldAdmin: 'पुराना पासवर्ड गलत है',
  signedOut: 'आप लॉग इन नहीं हैं। पासवर्ड बदलने के लिए लॉग इन करें।',
};
