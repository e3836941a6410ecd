import { standingNotices, type VoidNotice as VoidNoticeRow } from '../../domain/bets/voidWaiting.ts';
import { contestsById, gameIdsBeside, type GameIdsBeside } from '../../domain/contests/contestQueries.ts';
import type {
  ContestOutcome as OutcomeRow,
  ContestState,
  ContestView,
  VoidCause as VoidCauseName,
} from '../../domain/contests/contestView.ts';
import { drawVersions } from '../../domain/contests/draw.ts';
import type { GameType as GameTypeName } from '../../domain/contests/gameTypes.ts';
import type { DecidedBy as DecidedByName } from '../../domain/contests/rules.ts';
import { colorsOfNumber } from '../../domain/contests/selections.ts';
import { builder } from '../builder/builder.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { enumOf } from '../builder/enumOf.ts';
import { perRequest } from '../builder/loader.ts';
import { loadableNode } from '../builder/node.ts';
import { BettingClosed } from '../builder/refusals.ts';
import { Color, PayoutRow, payoutRows } from '../builder/selection.ts';
import { shared } from '../runtime/sharing.ts';

export const GameType = enumOf<GameTypeName>('GameType', 'A round length of the Coloring Game.', {
  sapreHalf: 'Rounds of 30 seconds; betting closes 5 seconds before the end.',
  sapreOne: 'Rounds of 1 minute; betting closes 30 seconds before the end.',
  sapreThree: 'Rounds of 3 minutes; betting closes 30 seconds before the end.',
});

const State = enumOf<ContestState>('ContestState', 'How far a contest has come.', {
  OPEN: 'Takes bets, unless an operator has set its number.',
  CLOSED:
    'Takes no bets any more; waits for its end and, under `colour-pf/2`, for the beacon, however long that takes. Whether it has ' +
    'ended shows its `seed`.',
  DECIDED: 'The winning number and the seed are public; winners are being paid.',
  SETTLED: 'Everybody is paid.',
  VOID: 'Ends without a number: every live stake is refunded. See `voidReason`.',
});

const VoidCause = enumOf<VoidCauseName>('VoidCause', 'Why a contest is void.', {
  OPERATOR: 'An operator made it so, before betting closed.',
  NO_WITNESSES: 'A majority of the public log’s witnesses did not confirm the root of its bets in time.',
  NO_BETS_ROOT: 'The root of its bets, or its timelocked seed, was not published in time.',
  NO_BEACON:
    'The beacon’s round had not come a week after its end, and owners made it so. Formerly: it did not come within 60 seconds.',
  SEED_LOST: 'It ran when the database was backed up that has been restored since without the key of its seed.',
});

export const DecidedBy = enumOf<DecidedByName>('DecidedBy', 'Who decides a contest’s winning number.', {
  OPERATOR:
    'An admin set the number before betting closed. From then on it takes no new bets, and players may cancel theirs ' +
    'until evaluationTime.',
  DRAW: 'The provably fair draw; `drawVersion` names its version.',
  PROFIT_RULE: 'The outcome at a set place in the order of the house’s profit; see `ruleVersion`.',
});

const DrawVersion = builder.enumType('DrawVersion', {
  description: 'A version of the provably fair draw.',
  values: {
    COLOUR_PF_1: { value: drawVersions[1], description: '`colour-pf/1`: from the seed alone.' },
    COLOUR_PF_2: { value: drawVersions[2], description: '`colour-pf/2`: from the seed, the bets and a public beacon.' },
  },
});

export const Outcome = builder.objectRef<OutcomeRow>('ContestOutcome').implement({
  description: 'What the house makes of one outcome; enough for anybody to recompute the profit rule.',
  extensions: shared,
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'The outcome, 0 to 9.' }),
    stakes: t.expose('stakes', { type: 'Money', description: 'All live stakes of the contest, in rupees.' }),
    payouts: t.expose('payouts', { type: 'Money', description: 'What would be paid if this number won, in rupees.' }),
    profit: t.expose('profit', { type: 'Money', description: 'Stakes less payouts, in rupees; may be negative.' }),
  }),
});

const noticeOf = perRequest<VoidNoticeRow | null>(standingNotices);

/** What owners have announced about a contest that waits for the beacon; null otherwise. */
export async function voidNoticeOf(ctx: GraphQLContext, contest: ContestView): Promise<VoidNoticeRow | null> {
  return contest.beaconRound === null ? null : noticeOf(ctx, contest.id);
}

const VoidNotice = builder.objectRef<VoidNoticeRow>('VoidNotice').implement({
  description: 'An owner’s announcement that a contest becomes void which has waited for the beacon for a week.',
  extensions: shared,
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'Why, in the owner’s words.' }),
    announcedAt: t.expose('madeAt', { type: 'DateTime', description: 'When it was announced.' }),
    effectiveAt: t.expose('effectiveAt', {
      type: 'DateTime',
      description: 'From then on any owner may carry it out; until then another owner than who announced it.',
    }),
  }),
});

const besideOf = perRequest<GameIdsBeside>(gameIdsBeside);

export const Contest = loadableNode<ContestView>('Contest', contestsById);
Contest.implement({
  description:
    'A round of the Coloring Game, from its opening to everybody being paid. The same for everybody but for `viewer` and ' +
    '`operator`.',
  extensions: shared,
  fields: (t) => ({
    gameId: t.exposeString('gameId', { description: 'Its public name, such as `sapreOne-202611200742`.' }),
    gameType: t.expose('gameType', { type: GameType, description: 'Its round length.' }),
    period: t.string({
      description: 'The digits of `gameId`: the date in India and the number of the round in that day.',
      resolve: ({ gameId }) => gameId.replace(/\D/g, ''),
    }),
    number: t.exposeInt('number', { description: 'Its place among all contests of its game: from 1, without gaps.' }),
    previousGameId: t.string({
      nullable: true,
      complexity: 10,
      description: '`gameId` of the contest before it in its game; null for the first.',
      resolve: async ({ id }, _args, ctx) => (await besideOf(ctx, id)).previous,
    }),
    nextGameId: t.string({
      nullable: true,
      complexity: 10,
      description: '`gameId` of the contest after it in its game; null until that opens.',
      resolve: async ({ id }, _args, ctx) => (await besideOf(ctx, id)).next,
    }),
    state: t.expose('state', { type: State, description: 'How far it has come.' }),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'When betting opens.' }),
    evaluationTime: t.expose('closesAt', { type: 'DateTime', description: 'When betting closes.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When the number is decided.' }),
    serverTime: t.field({
      type: 'DateTime',
      description: 'The server’s clock as it answers, for counting down.',
      resolve: (_contest, _args, ctx) => new Date(ctx.clock.now()),
    }),
    decidedBy: t.expose('decidedBy', {
      type: DecidedBy,
      description: 'Who decides it: public from the opening on, and OPERATOR from the moment of an override.',
    }),
    profitabilityLevel: t.exposeInt('profitabilityLevel', {
      nullable: true,
      description:
        'Under PROFIT_RULE, 0 to 9: how far up in the order of the house’s profit, lowest first, the winning outcome ' +
        'stands; else null.',
    }),
    ruleVersion: t.exposeInt('ruleVersion', {
      nullable: true,
      description:
        'Under PROFIT_RULE, its version; else null. 2: of the n outcomes at which the house pays out no more than was ' +
        'staked (all ten if there is none), the one at place floor(level × n / 10) wins. 1: of all ten, the one at the ' +
        'level. Places count from 0, by the house’s profit, lowest first; ties by the draw’s order of appearance.',
    }),
    drawVersion: t.expose('drawVersion', {
      type: DrawVersion,
      description: 'Version of the draw, fixed at the opening.',
    }),
    beaconRound: t.exposeInt('beaconRound', {
      nullable: true,
      description: 'R: the round of the beacon, drand’s quicknet, whose time is its end; null under `colour-pf/1`.',
    }),
    timelock: t.exposeString('timelock', {
      nullable: true,
      description:
        'Its seed, encrypted to R: an armored age file that drand’s `tle` opens from R on. From right after the opening ' +
        'on; null under `colour-pf/1`.',
    }),
    betsRoot: t.string({
      nullable: true,
      description:
        'RFC 6962 tree hash over its accepted bets, in hex: from right after the closing of bets on; null under `colour-pf/1`.',
      resolve: ({ betsRoot }) => betsRoot?.toString('hex') ?? null,
    }),
    beaconSignature: t.string({
      nullable: true,
      description: 'The beacon’s signature of R, in hex; null until it has come, and under `colour-pf/1`.',
      resolve: ({ beaconSignature }) => beaconSignature?.toString('hex') ?? null,
    }),
    beaconRandomness: t.string({
      nullable: true,
      description: 'SHA-256 of that signature, in hex; null as long as that is.',
      resolve: ({ beaconRandomness }) => beaconRandomness?.toString('hex') ?? null,
    }),
    chainId: t.exposeString('chainId', { description: 'Public name of its hash chain.' }),
    chainIndex: t.exposeInt('chainIndex', { description: 'n: its place in the chain.' }),
    commitment: t.string({
      description: 'SHA-256 of its seed (s of n-1), in hex: public from the opening on.',
      resolve: ({ commitment }) => commitment.toString('hex'),
    }),
    voidCause: t.expose('voidCause', {
      type: VoidCause,
      nullable: true,
      description: 'Why it is void; null unless it is.',
    }),
    voidReason: t.exposeString('voidReason', {
      nullable: true,
      description: 'Why it is void, in words: the operator’s where `voidCause` is OPERATOR; null unless it is.',
    }),
    voidNotice: t.field({
      type: VoidNotice,
      nullable: true,
      complexity: 5,
      description: 'What owners have announced about it while it waits for the beacon; null otherwise.',
      resolve: (contest, _args, ctx) => voidNoticeOf(ctx, contest),
    }),
    wouldHaveBeen: t.exposeInt('wouldHaveBeen', {
      nullable: true,
      description:
        'Of a contest that is void for want of the beacon: the number that it would have had, once the beacon’s round has ' +
        'come after all; else null.',
    }),
    seedLost: t.exposeBoolean('seedLost', {
      description: 'Void, and without its `seed` for good: the database was restored without the key of it.',
    }),
    seed: t.string({
      nullable: true,
      description:
        'Its seed (s of n), in hex; null before DECIDED, of a void contest and of one under `colour-pf/2` before its end.',
      resolve: ({ seed }) => seed?.toString('hex') ?? null,
    }),
    winningNumber: t.exposeInt('winningNumber', {
      nullable: true,
      description: '0 to 9; null before DECIDED, and of a void contest.',
    }),
    winningColors: t.field({
      type: [Color],
      nullable: true,
      description: 'The colours of the winning number, one or two; null before DECIDED, and of a void contest.',
      resolve: ({ winningNumber }) => (winningNumber === null ? null : colorsOfNumber(winningNumber)),
    }),
    outcomes: t.field({
      type: [Outcome],
      nullable: true,
      description: 'The ten outcomes by number; null before DECIDED, and of a void contest.',
      resolve: ({ outcomes }) => outcomes,
    }),
    totalStakes: t.expose('totalStakes', {
      type: 'Money',
      nullable: true,
      description: 'All stakes without cancelled bets, in rupees; null before SETTLED, and of a void contest.',
    }),
    betCount: t.exposeInt('betCount', {
      nullable: true,
      description: 'How many bets, without cancelled ones; null before SETTLED, and of a void contest.',
    }),
    payoutTable: t.field({
      type: [PayoutRow],
      description: 'What its bets pay, fixed when it opened.',
      resolve: (contest) => payoutRows(contest.payoutTable),
    }),
    cancellable: t.exposeBoolean('cancellable', {
      description: 'Whether players may cancel their bets: marked by the operator, and before evaluationTime.',
    }),
    heldUntil: t.expose('heldUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'It takes no bets before this instant, because an admin has proposed its number and another one may confirm it ' +
        'until then; from then on it takes bets again. Null otherwise.',
    }),
  }),
});

builder.objectField(BettingClosed, 'contest', (t) =>
  t.field({
    type: Contest,
    nullable: true,
    description: 'The contest, as it is now.',
    resolve: (refusal) => refusal.extra.contestId,
  }),
);
