import { balanceSeries, type DayBalance as DayRow } from '../../domain/records/balanceSeries.ts';
import { selectionFigures, type SelectionFigures as FiguresRow } from '../../domain/records/selectionFigures.ts';
import { drawCounts } from '../../domain/stats/drawCounts.ts';
import { builder } from '../builder/builder.ts';
import { GameType } from './contest.ts';
import { Selection } from '../builder/selection.ts';
import { Viewer } from './viewer.ts';

const DayBalance = builder.objectRef<DayRow>('DayBalance').implement({
  description: 'A player’s balance at the end of a day; withdrawals on hold and live stakes are included.',
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The day.' }),
    balance: t.expose('balance', { type: 'Money', description: 'In rupees; of today, as it is now.' }),
  }),
});

const SelectionFigures = builder.objectRef<FiguresRow>('SelectionFigures').implement({
  description: 'A player’s bets on one selection.',
  fields: (t) => ({
    selection: t.field({ type: Selection, description: 'The selection.', resolve: ({ selection }) => ({ selection }) }),
    bets: t.exposeInt('bets', { description: 'How many bets.' }),
    staked: t.expose('staked', { type: 'Money', description: 'Their stakes, in rupees.' }),
    returned: t.expose('returned', { type: 'Money', description: 'What came back, stakes included, in rupees.' }),
  }),
});

builder.objectFields(Viewer, (t) => ({
  balanceByDay: t.field({
    nullable: true,
    type: [DayBalance],
    args: { days: t.arg.int({ required: true, description: 'How many days, 2 to 92, today included.' }) },
    complexity: { field: 50, multiplier: 92 },
    description: 'The player’s balance over the last days, oldest first. For players.',
    resolve: (_viewer, { days }, ctx) => balanceSeries(ctx, days),
  }),
  betsBySelection: t.field({
    nullable: true,
    type: [SelectionFigures],
    complexity: { field: 200, multiplier: 13 },
    description:
      'The player’s latest 1,000 bets by selection, those of running rounds and cancelled ones left out; selections ' +
      'without bets are left out too. For players.',
    resolve: (_viewer, _args, ctx) => selectionFigures(ctx),
  }),
}));

builder.queryField('drawCounts', (t) =>
  t.field({
    type: ['Int'],
    args: { gameType: t.arg({ type: GameType, required: true, description: 'Which game.' }) },
    complexity: 110,
    description:
      'How often each number, 0 to 9, won in those of the game’s latest 1,000 rounds that the fair draw decided: by ' +
      'chance each is a tenth.',
    resolve: (_root, { gameType }, ctx) => drawCounts(ctx, gameType),
  }),
);
