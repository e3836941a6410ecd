import {
  activeContests,
  contestByGameId,
  contestCount,
  listContests,
  waitingContests,
} from '../../domain/contests/contestQueries.ts';
import type { ContestView } from '../../domain/contests/contestView.ts';
import { type GameType as Game, gameTypes } from '../../domain/contests/gameTypes.ts';
import { builder } from '../builder/builder.ts';
import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { connection, pageComplexityOf, type Cursors } from '../builder/connection.ts';
import { Contest, GameType } from './contest.ts';

/** By the gapless number of a game's contests. */
export const contestCursors: Cursors<bigint, ContestView> = {
  keyOf: ({ number }) => BigInt(number),
  // Numbers of contests are public, so their cursors are only encoded, not sealed.
  write: (_ctx, number) => Buffer.from(`contest:${number}`).toString('base64url'),
  read(_ctx, cursor) {
    const match = /^contest:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
    return match?.[1] === undefined ? null : BigInt(match[1]);
  },
};

const ContestEdge = builder.edgeObject({
  type: Contest,
  name: 'ContestEdge',
  description: 'One of the contests, and where it stands in the list.',
});
/** A contest has many columns. */
const VALUES_A_CONTEST = 10;

const ContestConnection = builder.connectionObject<typeof Contest, { totalCount: number }>(
  {
    type: Contest,
    name: 'ContestConnection',
    description: 'A page of contests.',
    fields: (t) => ({
      totalCount: t.exposeInt('totalCount', { description: 'How many contests of the game are over.' }),
    }),
  },
  ContestEdge,
);

builder.queryFields((t) => ({
  serverTime: t.field({
    type: 'DateTime',
    description: 'The server’s clock.',
    resolve: (_root, _args, ctx) => new Date(ctx.clock.now()),
  }),
  activeContest: t.loadable({
    type: Contest,
    nullable: true,
    complexity: 200,
    description: 'The running contest of a game; null for the moment in which it has none.',
    args: { gameType: t.arg({ type: GameType, required: true, description: 'Which game.' }) },
    // The lobby asks for all games at once, and so does each screen that comes back after a failover.
    load: (gameTypes: Game[], ctx) => activeContests(ctx, gameTypes),
    resolve: (_root, { gameType }) => gameType,
  }),
  waitingContests: t.field({
    type: [Contest],
    description:
      'Contests of all games that have ended and wait for the public beacon, newest first, at most 100: CLOSED, with their seed.',
    complexity: { field: 20, multiplier: 10 },
    resolve: (_root, _args, ctx) => waitingContests(ctx, gameTypes),
  }),
  contest: t.field({
    type: Contest,
    nullable: true,
    complexity: 250,
    description: 'The contest of this public name, in whatever state; null when there is none.',
    args: { gameId: t.arg.string({ required: true, description: 'Such as `sapreOne-202611200742`.' }) },
    resolve: (_root, { gameId }, ctx) => contestByGameId(ctx, gameId),
  }),
  contests: t.connection(
    {
      type: Contest,
      description:
        'A game’s contests from their end on, newest first. Those that wait for the beacon are at their place: CLOSED, without ' +
        'a number.',
      args: { gameType: t.arg({ type: GameType, required: true, description: 'Which game.' }) },
      // A page and the number of contests take as much as four statements (`npm run bench -- points`).
      complexity: pageComplexityOf(VALUES_A_CONTEST, 4 * VALUES_A_STATEMENT),
      resolve: async (_root, args, ctx) => ({
        ...(await connection(ctx, args, contestCursors, (page) => listContests(ctx, args.gameType, page))),
        totalCount: await contestCount(ctx, args.gameType),
      }),
    },
    ContestConnection,
  ),
}));
