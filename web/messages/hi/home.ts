import type { home as en } from '../en/home.ts';
import { plural } from '../plural.ts';

export const home: typeof en = {
  bell: 'सूचनाएँ',
  bellUnread: (count) => `सूचनाएँ, ${plural.hi(count, { one: '# नई', other: '# नई' })}`,
  bannerTitle: 'हर 30 सेकंड में एक राउंड',
  bannerText: 'रंग या नंबर चुनें। हर निष्पक्ष ड्रॉ जाँचा जा सकता है।',
  bannerGuide: 'कैसे खेलें',
  canPlay: 'आप ये गेम खेल सकते हैं: कलरिंग गेम',
  comingSoon: 'जल्द आने वाले गेम',
  winning: 'जीत की जानकारी',
  received: 'मिले',
  sample: 'नमूना',
  noWins: 'नई जीतें यहाँ दिखती हैं।',
  pause: 'रोकें',
  resume: 'चलाएँ',
  games: {
    SAPRE_HALF: { name: '30 सेकंड', hint: 'दाँव अंत से 5 सेकंड पहले बंद' },
    SAPRE_ONE: { name: '1 मिनट', hint: 'दाँव अंत से 30 सेकंड पहले बंद' },
    SAPRE_THREE: { name: '3 मिनट', hint: 'दाँव अंत से 30 सेकंड पहले बंद' },
  },
  balance: 'उपलब्ध बैलेंस',
  openFor: (left) => `खुला, दाँव ${left} में बंद`,
  nextIn: (left) => `बंद, अगला राउंड ${left} में`,
  play: (game) => `कलरिंग गेम खेलें, ${game}`,
  soonGames: { aviator: 'एविएटर', keno: 'कीनो 80', horse: 'घुड़सवारी', turn: 'टर्न' },
};
