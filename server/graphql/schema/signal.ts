import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import type { PlayerFlag as FlagName } from '../../domain/accounts/users/members.ts';
import { decideSignal, decideSignalVerb, type SignalDecision } from '../../domain/signals/decideSignal.ts';
import type { Evidence as EvidenceRow, SignalKind as Kind } from '../../domain/signals/finding.ts';
import { LIKELY } from '../../domain/signals/scoreFindings.ts';
import {
  likelySignalCount,
  listSignals,
  playersOfSignals,
  playOfPlayers,
  signalsById,
  type Signal as Row,
  type Play,
  type SignalPlayer as PlayerRow,
  type SignalState as State,
} from '../../domain/signals/signalList.ts';
import { authorize } from '../../domain/ground/actors/permissions.ts';
import { paise } from '../../domain/ground/values/money.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { enumOf } from '../builder/enumOf.ts';
import { eventStream } from '../builder/eventStream.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { auditReason, mutation } from '../builder/mutation.ts';
import { PlayerFlag } from './member.ts';
import { loadableNode } from '../builder/node.ts';
import { flagsById } from './people.ts';
import { User } from './user.ts';

const SignalKind = enumOf<Kind>('SignalKind', 'What may point to fraud.', {
  sharedUpi: 'Several players withdraw to one UPI id.',
  sharedAccount: 'Several players withdraw to one bank account.',
  sharedDevice: 'Several players sign in at one address with the same kind of device.',
  sharedAddress: 'Several players sign in at an address that few others use.',
  repeatedReference: 'Several players submitted the same reference of a deposit.',
  oppositeBets: 'Players who are linked otherwise bet against each other.',
  unplayed: 'A player withdraws what was deposited, and has hardly played.',
  newDevice: 'A withdrawal was requested soon after a new device signed in.',
  excludedAccount: 'Others withdraw to a payout account of a player who is self-excluded.',
  excludedDevice: 'Others sign in on a device of a player who is self-excluded.',
});

const SignalState = enumOf<State>('SignalState', 'What became of a signal.', {
  open: 'Nobody has decided it.',
  reviewed: 'An admin has looked into it and done something about it.',
  dismissed: 'An admin found nothing wrong.',
  lapsed: 'Its cause is no longer there, and nobody had decided it.',
});

const money = (text: string | undefined) => (text === undefined ? null : paise(BigInt(text)));

const Evidence = builder.objectRef<EvidenceRow>('SignalEvidence').implement({
  description: 'What a signal rests on. What doesn’t apply to its kind is null.',
  fields: (t) => ({
    account: t.exposeString('account', { nullable: true, description: 'The end of the payout account.' }),
    withdrawals: t.exposeInt('withdrawals', {
      nullable: true,
      description: 'Withdrawals to the account; of an excluded player’s account those of others since.',
    }),
    paid: t.field({
      type: 'Money',
      nullable: true,
      description: 'What of them was paid, in rupees.',
      resolve: ({ paid }) => money(paid),
    }),
    userAgent: t.exposeString('userAgent', { nullable: true, description: 'What the browser called itself.' }),
    signIns: t.exposeInt('signIns', { nullable: true, description: 'Sign-ins of these players there.' }),
    playersAtAddress: t.exposeInt('playersAtAddress', {
      nullable: true,
      description: 'Players who signed in at the address, others too.',
    }),
    reference: t.exposeString('reference', { nullable: true, description: 'The reference.' }),
    submissions: t.exposeInt('submissions', { nullable: true, description: 'How often it was submitted.' }),
    rounds: t.exposeInt('rounds', {
      nullable: true,
      description: 'Rounds in which bets of two of them cancelled out.',
    }),
    commonRounds: t.exposeInt('commonRounds', { nullable: true, description: 'Rounds in which two of them bet.' }),
    gameIds: t.exposeStringList('gameIds', { nullable: true, description: 'Some of these rounds, the newest first.' }),
    staked: t.field({
      type: 'Money',
      nullable: true,
      description: 'What was staked, in rupees.',
      resolve: ({ staked }) => money(staked),
    }),
    deposits: t.exposeInt('deposits', { nullable: true, description: 'Approved deposits.' }),
    deposited: t.field({
      type: 'Money',
      nullable: true,
      description: 'Their sum, in rupees.',
      resolve: ({ deposited }) => money(deposited),
    }),
    withdrawn: t.field({
      type: 'Money',
      nullable: true,
      description: 'What was withdrawn or is on hold, in rupees.',
      resolve: ({ withdrawn }) => money(withdrawn),
    }),
    signedInAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the device signed in first; of an excluded player’s device, when another player did.',
      resolve: ({ signedInAt }) => (signedInAt === undefined ? null : new Date(signedInAt)),
    }),
    amount: t.field({
      type: 'Money',
      nullable: true,
      description: 'The withdrawal, in rupees.',
      resolve: ({ amount }) => money(amount),
    }),
    newAccount: t.exposeBoolean('newAccount', {
      nullable: true,
      description: 'Whether the withdrawal goes to an account that the player has not used before.',
    }),
    registeredWithinHours: t.exposeInt('registeredWithinHours', {
      nullable: true,
      description: 'All of them registered within so many hours; null where that took longer than two days.',
    }),
    supportedBy: t.expose('supportedBy', {
      type: [SignalKind],
      nullable: true,
      description: 'What else these players have in common.',
    }),
  }),
});

const playOf = perRequest<Play>(playOfPlayers);

const SignalPlayer = builder.objectRef<PlayerRow>('SignalPlayer').implement({
  description: 'A player of a signal, to compare with the others.',
  fields: (t) => ({
    user: t.field({ type: User, description: 'The player.', resolve: ({ id }) => id }),
    registeredAt: t.expose('registeredAt', { type: 'DateTime', description: 'When they registered.' }),
    lastSignInAt: t.expose('lastSignInAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When they signed in last; null when that is not kept any more.',
    }),
    deactivated: t.exposeBoolean('deactivated', { description: 'Whether the account is deactivated.' }),
    available: t.expose('available', { type: 'Money', description: 'Their available balance, in rupees.' }),
    deposited: t.expose('deposited', { type: 'Money', description: 'Their approved deposits, in rupees.' }),
    withdrawn: t.expose('withdrawn', { type: 'Money', description: 'Their approved withdrawals, in rupees.' }),
    staked: t.field({
      type: 'Money',
      description: 'What they have staked since they registered, live stakes included, cancelled ones not; in rupees.',
      complexity: 10,
      resolve: async ({ id }, _args, ctx) => (await playOf(ctx, id)).staked,
    }),
    returned: t.field({
      type: 'Money',
      description: 'What came back of their stakes, stakes included, in rupees.',
      resolve: async ({ id }, _args, ctx) => (await playOf(ctx, id)).returned,
    }),
    flags: t.field({
      type: [PlayerFlag],
      description: 'What admins have marked them with.',
      resolve: async ({ id }, _args, ctx) => (await flagsById(ctx, id)).map(({ flag }): FlagName => flag),
    }),
  }),
});

const playersOf = perRequest<PlayerRow[]>(playersOfSignals);

export const Signal = loadableNode<Row>('Signal', signalsById);
Signal.implement({
  description: 'What may point to fraud, with what it rests on. For admins of payments and support.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SignalKind, description: 'What it is.' }),
    state: t.expose('state', { type: SignalState, description: 'What became of it.' }),
    score: t.exposeInt('score', { description: 'How likely it is fraud, 1 to 100.' }),
    likely: t.boolean({ description: 'Whether it is likely.', resolve: ({ score }) => score >= LIKELY }),
    evidence: t.field({
      type: Evidence,
      description: 'What it rests on.',
      resolve: ({ evidence }) => evidence as EvidenceRow,
    }),
    playerCount: t.int({ description: 'How many players it concerns.', resolve: ({ players }) => players.length }),
    players: t.field({
      type: [SignalPlayer],
      description: 'Whom it concerns, the first 20.',
      complexity: { field: 5, multiplier: 5 },
      resolve: ({ id }, _args, ctx) => playersOf(ctx, id),
    }),
    firstSeenAt: t.expose('firstSeenAt', { type: 'DateTime', description: 'When the first of it happened.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'When the last of it happened.' }),
    detectedAt: t.expose('detectedAt', { type: 'DateTime', description: 'When it was last detected.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was decided so; null before.' }),
    decidedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who decided it; null before.',
      resolve: ({ decidedBy }) => decidedBy,
    }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true, description: 'When; null before.' }),
  }),
});

builder.objectFields(Admin, (t) => ({
  signals: t.field({
    nullable: true,
    type: [Signal],
    description: 'Signals that fit everything given, the most likely first; at most 100.',
    complexity: { field: 1, multiplier: 50 },
    args: {
      state: t.arg({ type: SignalState, description: 'Only in this state.' }),
      kind: t.arg({ type: SignalKind, description: 'Only of this kind.' }),
      likely: t.arg.boolean({ description: 'True: only those that are likely fraud.' }),
      uid: t.arg.string({ description: 'Only those about the player with this UID.' }),
    },
    resolve: (_admin, { state, kind, likely, uid }, ctx) =>
      listSignals(ctx, {
        state: state ?? undefined,
        kind: kind ?? undefined,
        likely: likely ?? undefined,
        uid: uid ?? undefined,
      }),
  }),
  likelySignalCount: t.int({
    complexity: VALUES_A_STATEMENT,
    nullable: true,
    description: 'How many open signals are likely fraud.',
    resolve: (_admin, _args, ctx) => likelySignalCount(ctx),
  }),
}));

const SignalChange = builder.objectRef<object>('SignalChange').implement({
  description: 'Signals were detected again, or one was decided.',
  fields: (t) => ({
    likelyCount: t.int({
      description: 'How many open signals are likely fraud now.',
      resolve: (_change, _args, ctx) => likelySignalCount(ctx),
    }),
  }),
});

builder.subscriptionField('signalsChanged', (t) =>
  t.field({
    type: SignalChange,
    description:
      'Follows each detection and decision of signals, also when some may have been missed. For admins of payments and ' +
      'support.',
    subscribe: (_root, _args, ctx) => {
      authorize(ctx, 'signal:read');
      return eventStream<object>((add) => {
        const changed = () => add({}, 'signals');
        const stops = [ctx.events.on('signalsChanged', changed), ctx.events.onReconnect(changed)];
        return () => stops.forEach((stop) => stop());
      });
    },
    resolve: () => ({}),
  }),
);

const Decision = enumOf<SignalDecision>('SignalDecision', 'How a signal is decided.', {
  reviewed: 'Something was done about it.',
  dismissed: 'There is nothing wrong.',
});

mutation(decideSignalVerb, {
  description:
    'Marks a signal as reviewed or dismissed. It opens again when it gains a player. For admins of payments.',
  input: (t) => ({
    signalId: t.id({ required: true, description: 'Which signal.' }),
    decision: t.field({ type: Decision, required: true, description: 'How it is decided.' }),
    reason: auditReason(t),
  }),
  run: async (ctx, { signalId, decision, reason }) => ({
    signal: await decideSignal(ctx, { signalId: openId(ctx, 'Signal', signalId, 'signalId'), decision, reason }),
  }),
  payload: {
    description: 'The signal is decided.',
    fields: (t) => ({ signal: t.expose('signal', { type: Signal, description: 'The signal, as it is now.' }) }),
  },
});
