import type { playSafely as en } from '../en/playSafely.ts';
import { plural } from '../plural.ts';

export const playSafely: typeof en = {
  intro: 'अपने लिए सीमाएँ तय करें। सीमा घटाने पर वह तुरंत लागू होती है; बढ़ाने या हटाने पर 24 घंटे बाद। पैसे निकालना हमेशा संभव है।',
  position: 'आपने कितना लगाया और कितना वापस मिला',
  periods: { DAY: 'आज', WEEK: 'इस हफ़्ते', MONTH: 'इस महीने' },
  totals: (staked, returned) => `लगाए ${staked}, वापस ${returned}`,
  signedInSince: 'लॉग इन का समय',
  kinds: { DEPOSIT: 'जमा की सीमाएँ', STAKE: 'दाँव की सीमाएँ', LOSS: 'नुकसान की सीमाएँ' },
  limitOf: {
    DEPOSIT: { DAY: 'एक दिन में जमा', WEEK: 'एक हफ़्ते में जमा', MONTH: 'एक महीने में जमा' },
    STAKE: { DAY: 'एक दिन में दाँव', WEEK: 'एक हफ़्ते में दाँव', MONTH: 'एक महीने में दाँव' },
    LOSS: { DAY: 'एक दिन में नुकसान', WEEK: 'एक हफ़्ते में नुकसान', MONTH: 'एक महीने में नुकसान' },
  },
  none: 'कोई सीमा नहीं',
  set: 'बदलें',
  used: (used, amount) => `${amount} में से ${used} इस्तेमाल हुए`,
  resets: (at) => `${at} से गिनती फिर शुरू होगी।`,
  nextAmount: (amount, at) => `${at} से ${amount}।`,
  nextNone: (at) => `${at} से कोई सीमा नहीं।`,
  change: (name) => `बदलें: ${name}`,
  amount: 'सीमा, रुपयों में',
  amountHint: 'सीमा हटाने के लिए खाली छोड़ें।',
  amountWrong: 'कृपया सही रकम लिखें।',
  save: 'सीमा तय करें',
  saved: 'आपकी सीमा तय हो गई।',
  reality: 'खेल का हिसाब',
  realityText: 'खेलते समय दाँव तब तक रुकेंगे, जब तक आप देख न लें कि कितना लगाया और कितना वापस मिला।',
  minutes: (minutes) => `हर ${minutes} मिनट में`,
  never: 'कभी नहीं',
  realitySaved: 'आपकी पसंद सेव हो गई।',
  timeOut: 'ब्रेक',
  timeOutText: 'कुछ समय के लिए न दाँव, न जमा। इसे समय से पहले ख़त्म नहीं किया जा सकता।',
  timeOutUntil: (at) => `आप ${at} तक ब्रेक पर हैं।`,
  timeOutFor: 'कितने समय के लिए',
  days: (days) =>
    plural.hi(days, { 1: '24 घंटे', 7: '1 हफ़्ता', 14: '2 हफ़्ते', 28: '4 हफ़्ते', 42: '6 हफ़्ते', one: '# दिन', other: '# दिन' }),
  startTimeOut: 'ब्रेक शुरू करें',
  timeOutQuestion: (length) =>
    `न दाँव, न जमा – अवधि: ${length}। इसे कोई भी समय से पहले ख़त्म नहीं कर सकता। चल रहे दाँव का भुगतान मिलेगा।`,
  timeOutStarted: 'आपका ब्रेक शुरू हो गया है।',
  exclusion: 'खुद पर रोक',
  exclusionText:
    'आपके सेशन बंद हो जाएँगे, और रोक ख़त्म होने तक आप लॉग इन नहीं कर सकेंगे, न नया खाता बना सकेंगे। ईमेल और पासवर्ड से अपना बैलेंस तब भी निकाल सकते हैं।',
  exclusionFor: 'कितने समय के लिए',
  exclusions: [
    ['6', '6 महीने'],
    ['12', '1 साल'],
    ['24', '2 साल'],
    ['60', '5 साल'],
    ['forever', 'हमेशा के लिए'],
  ],
  exclude: 'खुद पर रोक लगाएँ',
  exclusionQuestion: (length) =>
    `आप न खेल सकेंगे, न लॉग इन कर सकेंगे, न नया खाता बना सकेंगे – अवधि: ${length}। इसे कोई भी समय से पहले ख़त्म नहीं कर सकता, एडमिन भी नहीं।`,
  choose: 'चुनें',
};
