import type { settings as en } from '../en/settings.ts';

export const settings: typeof en = {
  nickname: 'नाम',
  uid: 'UID',
  avatar: 'तस्वीर',
  security: 'सुरक्षा',
  changePassword: 'पासवर्ड बदलें',
  playSafely: 'संभलकर खेलें',
  data: 'आपका डेटा और खाता',
  yourData: 'आपका डेटा',
  closeAccount: 'खाता बंद करें',
  language: 'भाषा',
  theme: 'थीम',
  themes: { auto: 'सिस्टम', light: 'हल्की', dark: 'गहरी' },
};
