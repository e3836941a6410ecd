import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { getGameLimits, type Limits } from '../../domain/settings/gameLimits.ts';
import { setGameLimits, setGameLimitsVerb } from '../../domain/settings/setGameLimits.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { Contest, GameType } from './contest.ts';
import { auditReason, mutation } from '../builder/mutation.ts';
import { shared } from '../runtime/sharing.ts';

const GameLimits = builder.objectRef<Limits>('GameLimits').implement({
  description: 'What bets of a round must keep to, in rupees; null where there is no limit.',
  extensions: shared,
  fields: (t) => ({
    minBet: t.expose('minBet', { type: 'Money', nullable: true, description: 'The smallest bet.' }),
    maxBet: t.expose('maxBet', { type: 'Money', nullable: true, description: 'The largest bet.' }),
    maxStake: t.expose('maxStake', {
      type: 'Money',
      nullable: true,
      description: 'What one player may stake in one round.',
    }),
    maxPayout: t.expose('maxPayout', {
      type: 'Money',
      nullable: true,
      description:
        'What all bets of a round together may return at any number. Rounds of the profit rule have no such limit, and their ' +
        'number can’t be set where the game has one.',
    }),
  }),
});

builder.objectField(Contest, 'limits', (t) =>
  t.field({
    complexity: VALUES_A_STATEMENT,
    type: GameLimits,
    nullable: true,
    description: 'The limits that hold in it, fixed when it opened; null: none.',
    resolve: ({ limits }) => limits,
  }),
);

builder.objectField(Admin, 'limits', (t) =>
  t.field({
    type: GameLimits,
    description: 'The limits of rounds that open from now on.',
    args: { gameType: t.arg({ type: GameType, required: true, description: 'Of which game.' }) },
    resolve: (_admin, { gameType }, ctx) => getGameLimits(ctx, gameType),
  }),
);

mutation(setGameLimitsVerb, {
  description: 'Sets all limits of a game, for contests that open from now on; running ones keep theirs. For owners.',
  input: (t) => ({
    gameType: t.field({ type: GameType, required: true, description: 'Of which game.' }),
    minBet: t.field({ type: 'Money', description: 'The smallest bet; null or absent for none.' }),
    maxBet: t.field({ type: 'Money', description: 'The largest bet; null or absent for none.' }),
    maxStake: t.field({
      type: 'Money',
      description: 'What one player may stake in one round; null or absent for no limit.',
    }),
    maxPayout: t.field({
      type: 'Money',
      description:
        'What all bets of a round of the draw together may return at any number; null or absent for no limit.',
    }),
    reason: auditReason(t),
  }),
  run: async (ctx, { gameType, minBet, maxBet, maxStake, maxPayout, reason }) => ({
    limits: await setGameLimits(ctx, {
      gameType,
      minBet: minBet ?? null,
      maxBet: maxBet ?? null,
      maxStake: maxStake ?? null,
      maxPayout: maxPayout ?? null,
      reason,
    }),
  }),
  payload: {
    description: 'The limits are set.',
    fields: (t) => ({ limits: t.expose('limits', { type: GameLimits, description: 'The limits, as they are now.' }) }),
  },
});
