import type { figures as en } from '../en/figures.ts';
import { plural } from '../plural.ts';

export const figures: typeof en = {
  asTable: 'तालिका में दिखाएँ',
  balance: {
    title: 'समय के साथ बैलेंस',
    period: 'अवधि',
    days: (days) => `${days} दिन`,
    summary: (first, last, { lowest, highest }) =>
      `${first.day} को ${first.balance}, ${last.day} को ${last.balance}; सबसे कम ${lowest}, सबसे ज़्यादा ${highest}।`,
    day: 'दिन',
    balance: 'दिन के अंत में बैलेंस',
  },
  selections: {
    title: 'किस पर आपके कितने दाँव',
    summary: (bets, staked, returned) =>
      `${plural.hi(bets, { one: '# दाँव', other: '# दाँव' })}: ${staked} लगाए, ${returned} वापस।`,
    selection: 'चुनाव',
    staked: 'लगाए',
    returned: 'वापस',
  },
  draws: {
    title: 'कौन-सा नंबर कितनी बार आया',
    none: 'अभी कोई निष्पक्ष ड्रॉ नहीं हुआ',
    summary: (draws, { least, most }, { mean, from, to }) =>
      `${draws} निष्पक्ष ड्रॉ में हर नंबर ${least} से ${most} बार आया। औसतन लगभग ${mean} बार आना चाहिए (टूटी रेखा); ${from} से ${to} बार आम बात है (छायांकित)। पिछले ड्रॉ अगले के बारे में कुछ नहीं बताते।`,
    number: 'नंबर',
    times: 'कितनी बार',
    expected: 'अपेक्षित',
  },
};
