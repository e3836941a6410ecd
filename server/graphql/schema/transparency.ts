import type { GameType as GameTypeName } from '../../domain/contests/gameTypes.ts';
import type { GameSettings } from '../../domain/settings/gameSettings.ts';
import { monthFigures, type MonthFigures } from '../../domain/transparency/monthFigures.ts';
import { operatorRounds, overrideReasons } from '../../domain/transparency/operatorRounds.ts';
import {
  MOST_CHANGES,
  settingsChanges,
  type SettingsChange as ChangeRow,
} from '../../domain/transparency/settingsChanges.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, pageComplexity } from '../builder/connection.ts';
import { Contest, GameType } from './contest.ts';
import { contestCursors } from './contestList.ts';
import { perRequest } from '../builder/loader.ts';
import { DrawStats } from './stats.ts';

const ResultSettings = builder.objectRef<GameSettings>('ResultSettings').implement({
  description: 'The settings that decide the results of rounds when these open.',
  fields: (t) => ({
    randomize: t.exposeBoolean('randomize', { description: 'True: the fair draw decides; false: the profit rule.' }),
    profitabilityLevel: t.exposeInt('profitabilityIndex', { description: 'The level of the profit rule, 0 to 9.' }),
  }),
});

const SettingsChange = builder.objectRef<ChangeRow>('SettingsChange').implement({
  description: 'A change of these settings.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    before: t.expose('before', { type: ResultSettings, description: 'As they were.' }),
    after: t.expose('after', { type: ResultSettings, description: 'As they are from then on.' }),
  }),
});

const Transparency = builder.objectRef<MonthFigures>('Transparency').implement({
  description: 'A game’s rounds of one month in India, by who decided them.',
  fields: (t) => ({
    rounds: t.expose('rounds', { type: DrawStats, description: 'Those that are settled.' }),
    chiSquare: t.exposeFloat('chiSquare', {
      nullable: true,
      description:
        'How far the drawn numbers are from ten equally likely ones: Pearson’s chi-square with nine degrees of freedom, ' +
        'below 16.92 in 95 of 100 fair months. Null for fewer than 50 draws.',
    }),
    voidRounds: t.exposeInt('voidRounds', { description: 'How many rounds ended without a number.' }),
    operatorRounds: t.connection(
      {
        type: Contest,
        description: 'The rounds that an operator decided, and void ones, newest first.',
        complexity: pageComplexity,
        resolve: (month, args, ctx) =>
          connection(ctx, args, contestCursors, (page) => operatorRounds(ctx, month, page)),
      },
      connectionOf('OperatorRound', Contest, 'rounds that operators decided or made void'),
    ),
  }),
});

const reasonOf = perRequest(overrideReasons);

builder.objectField(Contest, 'overrideReason', (t) =>
  t.string({
    nullable: true,
    complexity: 5,
    description:
      'Why an operator set its number, in the operator’s words; null before DECIDED and for any other contest.',
    resolve: ({ id, decidedBy, winningNumber }, _args, ctx) =>
      decidedBy === 'OPERATOR' && winningNumber !== null ? reasonOf(ctx, id) : null,
  }),
);

const month = { type: 'YearMonth', required: true, description: 'Which month.' } as const;

builder.queryFields((t) => ({
  transparency: t.field({
    type: Transparency,
    args: {
      gameType: t.arg({ type: GameType, required: true, description: 'Which game.' }),
      month: t.arg(month),
    },
    complexity: 500,
    description: 'What anybody may know about how a game’s results of a month came about.',
    resolve: (_root, args: { gameType: GameTypeName; month: string }, ctx) => monthFigures(ctx, args),
  }),
  settingsChanges: t.field({
    type: [SettingsChange],
    args: { month: t.arg(month) },
    complexity: { field: 20, multiplier: 20 },
    description: `The newest ${MOST_CHANGES} changes in a month of the settings that decide results, newest first.`,
    resolve: (_root, args, ctx) => settingsChanges(ctx, args.month),
  }),
}));
