import type { account as en } from '../en/account.ts';

export const account: typeof en = {
  uid: (uid) => `UID ${uid}`,
  copyUid: 'UID कॉपी करें',
  uidCopied: 'UID कॉपी हो गया!',
  editProfile: 'प्रोफ़ाइल बदलें',
  balance: 'कुल बैलेंस',
  refresh: 'बैलेंस रिफ़्रेश करें',
  history: 'वॉलेट का इतिहास',
  service: 'सेवा केंद्र',
  services: {
    settings: 'सेटिंग',
    feedback: 'फ़ीडबैक',
    notification: 'सूचनाएँ',
    customerService: 'ग्राहक सेवा',
    guide: 'गाइड',
    about: 'हमारे बारे में',
  },
  promotion: 'ऑफ़र',
  logout: 'लॉग आउट',
  logoutFailed: 'लॉग आउट नहीं हो सका। टोकन मेल नहीं खाते।',
};
