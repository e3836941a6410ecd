import type { landing as en } from '../en/landing.ts';

export const landing: typeof en = {
  title: (product) => `${product} में आपका स्वागत है`,
  text: 'रंग और नंबर के तय समय वाले राउंड। हर राउंड बताता है कि नतीजा किसने तय किया, और हर निष्पक्ष ड्रॉ जाँचा जा सकता है।',
  language: 'भाषा',
  login: 'लॉग इन करें',
  register: 'खाता बनाएँ',
  transparency: 'नतीजे कैसे आए',
};
