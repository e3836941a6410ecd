import type { Paise } from '../../../db/columns.ts';
import { contestStakes, type ContestStakes } from '../../domain/contests/contestStakes.ts';
import type { ContestFigures, ContestView } from '../../domain/contests/contestView.ts';
import type { Selection as SelectionRow } from '../../domain/contests/selections.ts';
import { builder } from '../builder/builder.ts';
import { Contest, Outcome, voidNoticeOf } from './contest.ts';
import { perRequest } from '../builder/loader.ts';
import { Selection } from '../builder/selection.ts';
import { personal } from '../runtime/sharing.ts';
import { User } from './user.ts';

interface StakesRow {
  selection: SelectionRow;
  stakes: Paise;
}

const SelectionStakes = builder.objectRef<StakesRow>('SelectionStakes').implement({
  description: 'How much is staked on one selection.',
  fields: (t) => ({
    selection: t.field({
      type: Selection,
      description: 'The selection.',
      resolve: ({ selection }) => ({ selection }),
    }),
    stakes: t.expose('stakes', { type: 'Money', description: 'Live stakes on it, in rupees.' }),
  }),
});

interface OperatorRow {
  readonly contest: ContestView;
  readonly figures: ContestFigures;
}

/** Both fields that show them read them once. */
const stakesOf = perRequest<ContestStakes | null>(contestStakes);

/** Proposals about a contest are added beside their type. */
export const ContestOperator = builder.objectRef<OperatorRow>('ContestOperator').implement({
  description: 'What admins see of a contest beside what everybody does.',
  fields: (t) => ({
    totalPayouts: t.field({
      type: 'Money',
      nullable: true,
      description: 'What was paid, in rupees; null before SETTLED.',
      resolve: ({ figures }) => figures.totalPayouts,
    }),
    profit: t.field({
      type: 'Money',
      nullable: true,
      description: 'Stakes less payouts, in rupees, maybe negative; null before SETTLED.',
      resolve: ({ figures }) => figures.profit,
    }),
    stakesBySelection: t.field({
      type: [SelectionStakes],
      nullable: true,
      complexity: { field: 20, multiplier: 13 },
      description:
        'Live stakes by selection, 0 to 9, green, violet, red. Null under PROFIT_RULE while betting is open, since they ' +
        'would tell the winner.',
      resolve: async ({ contest }, _args, ctx) => {
        const stakes = await stakesOf(ctx, contest.id);
        return stakes?.bySelection.map((amount, selection) => ({ selection, stakes: amount })) ?? null;
      },
    }),
    liability: t.field({
      type: [Outcome],
      nullable: true,
      complexity: { field: 20, multiplier: 10 },
      description:
        'What the house would pay and keep for each number, 0 to 9, on the live bets. Null under PROFIT_RULE while ' +
        'betting is open, since it would tell the winner.',
      resolve: async ({ contest }, _args, ctx) => (await stakesOf(ctx, contest.id))?.outcomes ?? null,
    }),
    overrideNumber: t.int({
      nullable: true,
      description: 'The number that an operator has set; null without one.',
      resolve: ({ figures }) => figures.overrideNumber,
    }),
    actedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who made it void or, else, set its number; null without such an act.',
      resolve: ({ figures }) => figures.operatorId,
    }),
    proposedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who proposed what `actedBy` has confirmed; null where one admin was enough.',
      resolve: ({ figures }) => figures.proposerId,
    }),
    voidAnnouncedBy: t.field({
      type: User,
      nullable: true,
      complexity: 5,
      description: 'Who made the announcement that `Contest.voidNotice` shows; null without one.',
      resolve: async ({ contest }, _args, ctx) => (await voidNoticeOf(ctx, contest))?.madeBy ?? null,
    }),
  }),
});

builder.objectField(Contest, 'operator', (t) =>
  t.field({
    type: ContestOperator,
    nullable: true,
    extensions: personal,
    complexity: { field: 0, multiplier: 1 },
    description: 'For admins: what they see of it besides; null for everybody else.',
    resolve: (contest) => (contest.figures === null ? null : { contest, figures: contest.figures }),
  }),
);
