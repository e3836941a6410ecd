import { plural } from '../plural.ts';

interface DayText {
  readonly day: string;
  readonly balance: string;
}

export const figures = {
  asTable: 'Show as a table',
  balance: {
    title: 'Balance over time',
    period: 'Period',
    days: (days: string) => `${days} days`,
    summary: (first: DayText, last: DayText, { lowest, highest }: { lowest: string; highest: string }) =>
      `From ${first.balance} on ${first.day} to ${last.balance} on ${last.day}; lowest ${lowest}, highest ${highest}.`,
    day: 'Day',
    balance: 'Balance at its end',
  },
  selections: {
    title: 'Your bets by selection',
    summary: (bets: number, staked: string, returned: string) =>
      `${plural.en(bets, { one: '# bet', other: '# bets' })}: ${staked} staked, ${returned} back.`,
    selection: 'Selection',
    staked: 'Staked',
    returned: 'Back',
  },
  draws: {
    title: 'How often each number came',
    none: 'No fair draws yet',
    summary: (
      draws: number,
      { least, most }: { least: number; most: number },
      { mean, from, to }: { mean: string; from: number; to: number },
    ) =>
      `In ${draws} fair draws each number came ${least} to ${most} times. Chance expects about ${mean} (dashed); ${from} to ${to} is usual (shaded). Past draws tell nothing about the next one.`,
    number: 'Number',
    times: 'Times',
    expected: 'Expected',
  },
};
