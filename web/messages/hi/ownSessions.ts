import { plural } from '../plural.ts';
import type { ownSessions as en } from '../en/ownSessions.ts';

export const ownSessions: typeof en = {
  intro: 'आप इन डिवाइस पर लॉग इन हैं। जिसे आप नहीं पहचानते उसे बंद करें और अपना पासवर्ड बदलें।',
  list: 'लॉग इन',
  current: 'यही डिवाइस',
  program: (browser, system) => `${system} पर ${browser}`,
  unknownAgent: 'अनजान प्रोग्राम',
  address: (address) => `पता ${address}`,
  since: (at) => `${at} को लॉग इन किया`,
  lastSeen: (at) => `आख़िरी बार ${at} को इस्तेमाल हुआ`,
  end: 'बंद करें',
  endOf: (program, since) => `${program}, ${since} का लॉग इन: बंद करें`,
  ended: 'वह डिवाइस लॉग आउट हो गया है।',
  endOthers: 'बाकी सब बंद करें',
  endOthersQuestion: 'बाकी सब डिवाइस तुरंत लॉग आउट हो जाएँगे। यहाँ आप लॉग इन रहेंगे।',
  othersEnded: (count) =>
    plural.hi(count, { one: '# और डिवाइस लॉग आउट हो गया है।', other: '# और डिवाइस लॉग आउट हो गए हैं।' }),
  onlyHere: 'आप सिर्फ़ यहीं लॉग इन हैं।',
};
