import type { Paise } from '../../../db/columns.ts';
import type { Bet as BetRow } from '../../domain/bets/bet.ts';
import {
  activeGames,
  betsById,
  betsIn,
  betsInEach,
  listBets,
  type ActiveGame as ActiveGameRow,
} from '../../domain/bets/betQueries.ts';
import { cancelBets, cancelBetsVerb } from '../../domain/bets/cancelBets.ts';
import { placeBet, placeBetVerb } from '../../domain/bets/placeBet.ts';
import { MAX_PATHS, ownBetPaths } from '../../domain/bets/ownBetPaths.ts';
import { receiptOf } from '../../domain/bets/receiptOf.ts';
import { recentWins, type RecentWin as RecentWinRow } from '../../domain/bets/recentWins.ts';
import { contestByGameId } from '../../domain/contests/contestQueries.ts';
import { authorize } from '../../domain/ground/actors/permissions.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from '../builder/connection.ts';
import { Contest } from './contest.ts';
import { perRequest } from '../builder/loader.ts';
import { BetPath, BetReceipt } from './receipt.ts';
import { idempotencyKey, mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { Selection, selectionOf, SelectionInput } from '../builder/selection.ts';
import { personal } from '../runtime/sharing.ts';
import { requireViewer, Viewer } from './viewer.ts';
import { Wallet } from './wallet.ts';

export const Bet = loadableNode<BetRow>('Bet', betsById);
Bet.implement({
  description: 'A stake on one selection of one contest. Seen by its player and by admins.',
  fields: (t) => ({
    contest: t.field({
      type: Contest,
      complexity: 15,
      description: 'Which contest.',
      resolve: ({ contestId }) => contestId,
    }),
    selection: t.field({
      type: Selection,
      description: 'What it is on.',
      resolve: ({ selection }) => ({ selection }),
    }),
    amount: t.expose('amount', { type: 'Money', description: 'The stake, in rupees.' }),
    payout: t.expose('payout', {
      type: 'Money',
      nullable: true,
      description: 'What came back, stake included, in rupees: "0.00" lost. Null until settled, and when cancelled.',
    }),
    cancelled: t.exposeBoolean('cancelled', {
      description: 'Whether its stake has been refunded: the player called it off, or its contest became void.',
    }),
    cancelledByPlayer: t.exposeBoolean('cancelledByPlayer', {
      description:
        'Whether the player called it off, which is possible in operator-marked contests. It is not under betsRoot.',
    }),
    placedAt: t.expose('placedAt', { type: 'DateTime', description: 'When the server received it.' }),
    number: t.exposeInt('number', {
      nullable: true,
      description: 'Its number in its contest, from 1, final; null under colour-pf/1.',
    }),
    receipt: t.field({
      type: BetReceipt,
      nullable: true,
      complexity: 25,
      extensions: personal,
      description:
        'The operator’s signed promise that it stands, for its player; issued anew each time, with the same leaf. Null for ' +
        'admins, under colour-pf/1 and once it is cancelled.',
      resolve: (bet, _args, ctx) => (ctx.actor.kind === 'player' ? receiptOf(ctx, bet) : null),
    }),
  }),
});

export const betCursors = idCursors<BetRow>('Bet', ({ id }) => id);
export const BetConnection = connectionOf('Bet', Bet, 'bets');

/** The viewer's bets in a contest, who must be a player. */
export const betsOf = perRequest(betsInEach);

const ActiveGame = builder.objectRef<ActiveGameRow>('ActiveGame').implement({
  description: 'A contest that is not settled yet, in which the player has live bets.',
  fields: (t) => ({
    contest: t.field({ type: Contest, description: 'The contest.', resolve: ({ contestId }) => contestId }),
    amount: t.expose('amount', { type: 'Money', description: 'The player’s live stakes in it, in rupees.' }),
  }),
});

builder.objectFields(Viewer, (t) => ({
  activeGames: t.field({
    nullable: true,
    type: [ActiveGame],
    complexity: { field: 100, multiplier: 10 },
    description: 'The contests with live bets of the player that are not settled yet, newest first.',
    resolve: (_viewer, _args, ctx) => activeGames(ctx),
  }),
  betsIn: t.field({
    nullable: true,
    type: [Bet],
    complexity: { field: 200, multiplier: 10 },
    description: 'The player’s own bets in a contest, oldest first, cancelled ones included; empty when there is none.',
    args: { gameId: t.arg.string({ required: true, description: 'Which contest.' }) },
    resolve: async (_viewer, { gameId }, ctx) => {
      authorize(ctx, 'bet:readOwn');
      const contest = await contestByGameId(ctx, gameId);
      return contest ? betsIn(ctx, contest.id) : [];
    },
  }),
  betPaths: t.field({
    type: [BetPath],
    nullable: true,
    description:
      'The paths from the player’s own bets to betsRoot, once a contest is decided or, void, over. A number that is not ' +
      'the player’s, or not under the root, is left out. Null earlier, without a root, for archived bets, and for ' +
      'more than 200,000 bets, where the public list of bets shows the same.',
    args: {
      gameId: t.arg.string({ required: true, description: 'Which contest.' }),
      numbers: t.arg.intList({ required: true, description: `The bets’ numbers, at most ${MAX_PATHS}.` }),
    },
    complexity: ({ numbers }) => ({ field: 10, multiplier: Math.min(Math.max(numbers.length, 1), MAX_PATHS) }),
    resolve: (_viewer, { gameId, numbers }, ctx) => ownBetPaths(ctx, { gameId, numbers }),
  }),
  bets: t.connection(
    {
      nullable: true,
      type: Bet,
      description: 'The player’s own bets, newest first.',
      complexity: pageComplexity,
      resolve: (_viewer, args, ctx) => connection(ctx, args, betCursors, (page) => listBets(ctx, page)),
    },
    BetConnection,
  ),
}));

const RecentWin = builder.objectRef<RecentWinRow>('RecentWin').implement({
  description: 'Somebody’s recent win, for the home screen.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Masked, so that nobody is known by it.' }),
    amount: t.expose('amount', { type: 'Money', description: 'What the round returned, in rupees.' }),
    sample: t.exposeBoolean('sample', { description: 'True while too few have won: not a real win.' }),
  }),
});

builder.queryField('recentWins', (t) =>
  t.field({
    type: [RecentWin],
    complexity: { field: 60, multiplier: 10 },
    description: 'Recent wins, newest first; until there are four, six samples.',
    resolve: async (_root, _args, ctx) => [...(await recentWins(ctx))],
  }),
);

mutation(placeBetVerb, {
  description:
    'Stakes money on a selection of a running contest. While the server’s disk is nearly full, answers with the code DISK_FULL. For players.',
  input: (t) => ({
    gameId: t.string({ required: true, description: 'Which contest, such as `sapreOne-202611200742`.' }),
    selection: t.field({ type: SelectionInput, required: true, description: 'What to bet on.' }),
    amount: t.field({ type: 'Money', required: true, description: 'The stake, in rupees.' }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: (ctx, { gameId, selection, amount, idempotencyKey: key }) =>
    placeBet(ctx, { gameId, selection: selectionOf(selection), amount, idempotencyKey: key ?? undefined }),
  payload: {
    description: 'The bet stands.',
    fields: (t) => ({
      bet: t.expose('bet', { type: Bet, description: 'The bet, as it was placed.' }),
      wallet: t.field({
        type: Wallet,
        description: 'The wallet right after the bet.',
        resolve: ({ bet, balanceAfter }): { id: bigint; available: Paise } => ({
          id: bet.playerId,
          available: balanceAfter,
        }),
      }),
      contest: t.field({
        type: Contest,
        description: 'The contest, as it is now.',
        resolve: ({ bet }) => bet.contestId,
      }),
    }),
  },
});

mutation(cancelBetsVerb, {
  description:
    'Calls off all of the player’s live bets in a contest that an operator has marked, until its evaluationTime, and ' +
    'refunds them in full. For players.',
  input: (t) => ({
    gameId: t.string({ required: true, description: 'Which contest.' }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: (ctx, { gameId, idempotencyKey: key }) => cancelBets(ctx, { gameId, idempotencyKey: key ?? undefined }),
  payload: {
    description: 'The bets are called off and refunded.',
    fields: (t) => ({
      refunded: t.exposeInt('refunded', { description: 'How many bets.' }),
      amount: t.expose('amount', { type: 'Money', description: 'What came back, in rupees.' }),
      wallet: t.field({
        type: Wallet,
        description: 'The wallet right after the refund.',
        resolve: ({ balanceAfter }, _args, ctx): { id: bigint; available: Paise } => ({
          id: requireViewer(ctx).id,
          available: balanceAfter,
        }),
      }),
      contest: t.field({
        type: Contest,
        description: 'The contest, as it is now.',
        resolve: ({ contestId }) => contestId,
      }),
    }),
  },
});
