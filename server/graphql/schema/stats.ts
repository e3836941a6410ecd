import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import {
  activeIn,
  activePlayerStats,
  type ActivePlayerStats as ActiveRow,
} from '../../domain/stats/activePlayerStats.ts';
import type { Interval as IntervalRow } from '../../domain/stats/chance.ts';
import { drawStats, type DecidedRounds as RoundsRow, type DrawStats as DrawRow } from '../../domain/stats/drawStats.ts';
import { pendingByAge, type AgeBucket as AgeRow, type PendingSum as SumRow } from '../../domain/stats/pendingByAge.ts';
import { profitSeries, type ProfitPoint as PointRow } from '../../domain/stats/profitSeries.ts';
import { profitStats, type ProfitStats as ProfitRow } from '../../domain/stats/profitStats.ts';
import { simulatedPlayers } from '../../domain/stats/simulatedPlayers.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { perRequest } from '../builder/loader.ts';
import { spansOfRequest } from '../builder/spans.ts';
import { DecidedBy, GameType } from './contest.ts';

const PendingSum = builder.objectRef<SumRow>('PendingSum').implement({
  description: 'Pending deposits, or pending withdrawals.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many.' }),
    amount: t.expose('amount', { type: 'Money', description: 'Their amounts together, in rupees.' }),
  }),
});

const AgeBucket = builder.objectRef<AgeRow>('AgeBucket').implement({
  description: 'Deposits and withdrawals that have been pending about as long.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'What a person reads.' }),
    fromMinutes: t.exposeInt('fromMinutes', { description: 'Pending at least this long, in minutes.' }),
    toMinutes: t.exposeInt('toMinutes', {
      nullable: true,
      description: 'Pending less than this, in minutes; null for however long.',
    }),
    deposits: t.expose('deposits', { type: PendingSum, description: 'Money that would come in.' }),
    withdrawals: t.expose('withdrawals', { type: PendingSum, description: 'Money that would go out.' }),
    payouts: t.expose('payouts', {
      type: PendingSum,
      description: 'Approved withdrawals that are not paid yet, by the time since their approval.',
    }),
  }),
});

const ActivePlayerStats = builder.objectRef<ActiveRow>('ActivePlayerStats').implement({
  description: 'How many different players were active in a range.',
  fields: (t) => ({
    activeOnPlatform: t.exposeInt('activeOnPlatform', { description: 'Made an authenticated call.' }),
    activeInBetting: t.exposeInt('activeInBetting', { description: 'Had bets in settled contests of any game.' }),
    activeInSapreHalf: t.exposeInt('activeInSapreHalf', { description: 'The same in rounds of 30 seconds.' }),
    activeInSapreOne: t.exposeInt('activeInSapreOne', { description: 'The same in rounds of 1 minute.' }),
    activeInSapreThree: t.exposeInt('activeInSapreThree', { description: 'The same in rounds of 3 minutes.' }),
  }),
});

const ProfitStats = builder.objectRef<ProfitRow>('ProfitStats').implement({
  description: 'What a game brought in a range, from its settled contests by end time.',
  fields: (t) => ({
    gameType: t.expose('gameType', { type: GameType, description: 'Which game.' }),
    betAmount: t.field({ type: 'Money', description: 'All stakes, in rupees.', resolve: ({ stakes }) => stakes }),
    profit: t.expose('profit', { type: 'Money', description: 'Stakes less payouts, in rupees; may be negative.' }),
  }),
});

const ProfitPoint = builder.objectRef<PointRow>('ProfitPoint').implement({
  description: 'What a game brought in one hour or day of India.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When the hour or day begins.' }),
    stakes: t.expose('stakes', { type: 'Money', description: 'All stakes, in rupees.' }),
    profit: t.expose('profit', { type: 'Money', description: 'Stakes less payouts, in rupees; may be negative.' }),
  }),
});

const Interval = builder.objectRef<IntervalRow>('Interval').implement({
  description: 'From one number to another, both included.',
  fields: (t) => ({
    low: t.exposeFloat('low', { description: 'The lower one.' }),
    high: t.exposeFloat('high', { description: 'The higher one.' }),
  }),
});

const DecidedRounds = builder.objectRef<RoundsRow>('DecidedRounds').implement({
  description: 'A game’s settled contests that ended in a range and were decided alike.',
  fields: (t) => ({
    decidedBy: t.expose('decidedBy', { type: DecidedBy, description: 'By whom.' }),
    contests: t.exposeInt('contests', { description: 'How many.' }),
    stakes: t.expose('stakes', { type: 'Money', description: 'Their stakes, in rupees.' }),
    payouts: t.expose('payouts', { type: 'Money', description: 'Their payouts, in rupees.' }),
    returnToPlayer: t.exposeFloat('returnToPlayer', {
      nullable: true,
      description: 'Payouts / stakes; null without bets.',
    }),
  }),
});

export const DrawStats = builder.objectRef<DrawRow>('DrawStats').implement({
  description: 'How those of a game’s contests fell in a range that the fair draw decided, and the others apart.',
  fields: (t) => ({
    contests: t.exposeInt('contests', { description: 'How many settled contests that were drawn ended in it.' }),
    counts: t.exposeIntList('counts', { description: 'How often each number 0 to 9 won: ten counts.' }),
    stakes: t.expose('stakes', { type: 'Money', description: 'Their stakes, in rupees.' }),
    payouts: t.expose('payouts', { type: 'Money', description: 'Their payouts, in rupees.' }),
    returnToPlayer: t.exposeFloat('returnToPlayer', {
      nullable: true,
      description: 'Payouts / stakes, to compare with the theoretical 0.96; null without bets.',
    }),
    returnInterval: t.expose('returnInterval', {
      type: Interval,
      nullable: true,
      description: 'Where returnToPlayer lies by chance with 95 % probability, for these stakes; null without bets.',
    }),
    countInterval: t.expose('countInterval', {
      type: Interval,
      nullable: true,
      description: 'Where all ten counts lie by chance with 95 % probability; null for fewer than 50 contests.',
    }),
    others: t.expose('others', {
      type: [DecidedRounds],
      description: 'The contests that the profit rule and operators decided. No theory holds for them.',
    }),
  }),
});

/** Ranges that are compared are counted together. */
const activeBySpan = perRequest<ActiveRow, string>((ctx, keys) => activeIn(ctx, keys.map(spanOf)));

function spanOf(key: string) {
  const [from = 0, to = 0] = key.split(' ').map(Number);
  return { from, to };
}

builder.objectFields(Admin, (t) => {
  const range = {
    from: t.arg({ type: 'DateTime', required: true, description: 'Where the range begins.' }),
    to: t.arg({ type: 'DateTime', required: true, description: 'Where it ends; not included.' }),
  };
  const gameType = t.arg({ type: GameType, required: true, description: 'Which game.' });
  return {
    pendingByAge: t.field({
      type: [AgeBucket],
      complexity: { field: VALUES_A_STATEMENT, multiplier: 10 },
      description: 'How long deposits and withdrawals have been waiting for a decision, youngest first.',
      resolve: (_admin, _args, ctx) => pendingByAge(ctx),
    }),
    simulatedPlayers: t.int({
      complexity: VALUES_A_STATEMENT,
      description: 'How many accounts are simulated players, whose payments and bets figures of money include.',
      resolve: (_admin, _args, ctx) => simulatedPlayers(ctx),
    }),
    activePlayerStats: t.field({
      complexity: 250,
      type: ActivePlayerStats,
      description: 'How many players were active in a range.',
      args: range,
      resolve: (_admin, args, ctx) =>
        activePlayerStats(ctx, args, ({ from, to }) => activeBySpan(ctx, `${from} ${to}`)),
    }),
    profitStats: t.field({
      type: [ProfitStats],
      complexity: { field: 60, multiplier: 3 },
      description: 'What each game brought in a range: one row for each of the three.',
      args: range,
      resolve: (_admin, args, ctx) => profitStats(ctx, args, spansOfRequest(ctx)),
    }),
    profitSeries: t.field({
      type: [ProfitPoint],
      description: 'What a game brought over time: by hour for up to three days, by day for longer, at most ten years.',
      args: { ...range, gameType },
      complexity: { field: 1, multiplier: 100 },
      resolve: (_admin, args, ctx) => profitSeries(ctx, args),
    }),
    drawStats: t.field({
      type: DrawStats,
      complexity: 60,
      description: 'How a game’s draws fell in a range, apart from contests that were decided otherwise.',
      args: { ...range, gameType },
      resolve: (_admin, args, ctx) => drawStats(ctx, args),
    }),
  };
});
