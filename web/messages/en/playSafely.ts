import { icu } from '../icu.ts';

export const playSafely = {
  intro:
    'Set limits for yourself. A tighter limit is in force at once; a looser one, or none, after 24 hours. Withdrawing is always possible.',
  position: 'What you staked and got back',
  periods: { DAY: 'Today', WEEK: 'This week', MONTH: 'This month' },
  totals: (staked: string, returned: string) => `staked ${staked}, back ${returned}`,
  signedInSince: 'Signed in since',
  kinds: { DEPOSIT: 'Limits on deposits', STAKE: 'Limits on stakes', LOSS: 'Limits on losses' },
  limitOf: {
    DEPOSIT: { DAY: 'Deposits by day', WEEK: 'Deposits by week', MONTH: 'Deposits by month' },
    STAKE: { DAY: 'Stakes by day', WEEK: 'Stakes by week', MONTH: 'Stakes by month' },
    LOSS: { DAY: 'Losses by day', WEEK: 'Losses by week', MONTH: 'Losses by month' },
  },
  none: 'No limit',
  set: 'Change',
  used: (used: string, amount: string) => `${used} of ${amount} used`,
  resets: (at: string) => `Counts anew from ${at}.`,
  nextAmount: (amount: string, at: string) => `${amount} from ${at}.`,
  nextNone: (at: string) => `No limit from ${at}.`,
  change: (name: string) => `Change: ${name}`,
  amount: 'Limit in rupees',
  amountHint: 'Leave it empty to remove the limit.',
  amountWrong: 'Please enter a valid amount.',
  save: 'Set limit',
  saved: 'Your limit is set.',
  reality: 'Reality check',
  realityText: 'While you play, bets wait until you have looked at what you staked and got back.',
  minutes: (minutes: number) => `Every ${minutes} minutes`,
  never: 'Never',
  realitySaved: 'Your reality check is set.',
  timeOut: 'Time-out',
  timeOutText: 'No bets and no deposits for a while. It cannot be ended early.',
  timeOutUntil: (at: string) => `You are taking a time-out until ${at}.`,
  timeOutFor: 'How long',
  days: (days: number) =>
    icu.en(
      '{days, plural, =1 {24 hours} =7 {1 week} =14 {2 weeks} =28 {4 weeks} =42 {6 weeks} one {# day} other {# days}}',
      { days },
    ),
  startTimeOut: 'Start time-out',
  timeOutQuestion: (length: string) =>
    `No bets and no deposits for ${length}. Nobody can end it early. Running bets are still paid.`,
  timeOutStarted: 'Your time-out has begun.',
  exclusion: 'Self-exclusion',
  exclusionText:
    'Your sessions end, and you cannot log in or register again until it is over. You can still withdraw your balance, with email and password.',
  exclusionFor: 'How long',
  exclusions: [
    ['6', '6 months'],
    ['12', '1 year'],
    ['24', '2 years'],
    ['60', '5 years'],
    ['forever', 'For ever'],
  ],
  exclude: 'Exclude myself',
  exclusionQuestion: (length: string) =>
    `You cannot play, log in or register again: ${length.toLowerCase()}. Nobody can end it early, not even an admin.`,
  choose: 'Choose',
};
