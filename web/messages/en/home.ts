import { plural } from '../plural.ts';

export const home = {
  bell: 'Notifications',
  bellUnread: (count: number) => `Notifications, ${plural.en(count, { one: '# unread', other: '# unread' })}`,
  bannerTitle: 'A round every 30 seconds',
  bannerText: 'Pick a colour or a number. Every fair draw can be checked.',
  bannerGuide: 'How it works',
  canPlay: 'Games you can play: Coloring Game',
  comingSoon: 'Games Coming Soon',
  winning: 'Winning Information',
  received: 'received',
  sample: 'Sample',
  noWins: 'The latest wins are shown here.',
  pause: 'Pause',
  resume: 'Resume',
  games: {
    SAPRE_HALF: { name: '30 seconds', hint: 'Bets close 5 s before the end' },
    SAPRE_ONE: { name: '1 minute', hint: 'Bets close 30 s before the end' },
    SAPRE_THREE: { name: '3 minutes', hint: 'Bets close 30 s before the end' },
  },
  balance: 'Available balance',
  openFor: (left: string) => `Open, bets close in ${left}`,
  nextIn: (left: string) => `Closed, next round in ${left}`,
  play: (game: string) => `Play Coloring Game, ${game}`,
  soonGames: { aviator: 'Aviator', keno: 'Keno 80', horse: 'Horse Riding', turn: 'Turn' },
};
