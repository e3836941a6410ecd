import { ownStakes, type OwnStakes } from '../../domain/bets/betQueries.ts';
import { Bet, betsOf } from './bet.ts';
import { builder } from '../builder/builder.ts';
import { Contest } from './contest.ts';
import { perRequest } from '../builder/loader.ts';
import { personal } from '../runtime/sharing.ts';

/** Both amounts are read once, for all contests of a list. */
const stakesOf = perRequest<OwnStakes>(ownStakes);

const ContestViewer = builder.objectRef<{ id: bigint }>('ContestViewer').implement({
  description: 'The signed-in player’s part in a contest.',
  fields: (t) => ({
    betAmount: t.field({
      type: 'Money',
      complexity: 5,
      description: 'The player’s live stakes, in rupees.',
      resolve: async ({ id }, _args, ctx) => (await stakesOf(ctx, id)).betAmount,
    }),
    winAmount: t.field({
      type: 'Money',
      nullable: true,
      complexity: 5,
      description: 'What came back to the player, in rupees; null before SETTLED.',
      resolve: async ({ id }, _args, ctx) => (await stakesOf(ctx, id)).winAmount,
    }),
    bets: t.field({
      type: [Bet],
      complexity: { field: 1, multiplier: 5 },
      description: 'The player’s bets, oldest first, cancelled ones included.',
      resolve: ({ id }, _args, ctx) => betsOf(ctx, id),
    }),
  }),
});

builder.objectField(Contest, 'viewer', (t) =>
  t.field({
    type: ContestViewer,
    nullable: true,
    extensions: personal,
    complexity: { field: 0, multiplier: 1 },
    description: 'The signed-in player’s part in it; null without a session, and for admins.',
    resolve: ({ id }, _args, { actor }) => (actor.kind === 'player' ? { id } : null),
  }),
);
