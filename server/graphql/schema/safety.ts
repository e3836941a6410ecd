import { excludeMyself, excludeMyselfVerb } from '../../domain/accounts/status/excludeMyself.ts';
import { ownSessionStart } from '../../domain/accounts/sessions/sessionStart.ts';
import { withdrawExcluded, withdrawExcludedVerb } from '../../domain/accounts/status/withdrawExcluded.ts';
import {
  ownPlayLimits,
  ownPositions,
  type LimitKind,
  type LimitPeriod,
  type PlayLimit as LimitRow,
  type PlayPosition as PositionRow,
} from '../../domain/safety/playLimits.ts';
import { ownPlayDays, type PlayDay as DayRow } from '../../domain/safety/playDays.ts';
import { ownPauses, pausesOf, type PlayPauses, type RealityCheck as CheckRow } from '../../domain/safety/playPauses.ts';
import {
  answerRealityCheck,
  answerRealityCheckVerb,
  setRealityCheck,
  setRealityCheckVerb,
} from '../../domain/safety/realityCheck.ts';
import { setPlayLimit, setPlayLimitVerb } from '../../domain/safety/setPlayLimit.ts';
import { startTimeOut, startTimeOutVerb } from '../../domain/safety/startTimeOut.ts';
import { builder } from '../builder/builder.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { enumOf } from '../builder/enumOf.ts';
import { Member } from './member.ts';
import { idempotencyKey, mutation, mutationWithoutInput, type PayloadFields } from '../builder/mutation.ts';
import { BankAccountInput } from './transaction.ts';
import { Viewer } from './viewer.ts';

export const PlayLimitKind = enumOf<LimitKind>('PlayLimitKind', 'What a limit is on.', {
  deposit: 'Deposits, pending or approved.',
  stake: 'Stakes.',
  loss: 'Losses: stakes less what came back, live stakes counted as lost.',
});

export const PlayLimitPeriod = enumOf<LimitPeriod>('PlayLimitPeriod', 'How long a limit counts, in Asia/Kolkata.', {
  day: 'A calendar day.',
  week: 'A week from Monday.',
  month: 'A calendar month.',
});

const PlayLimitChange = builder.objectRef<NonNullable<LimitRow['next']>>('PlayLimitChange').implement({
  description: 'A limit that is to be loosened.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Money', nullable: true, description: 'In rupees; null: no limit any more.' }),
    at: t.expose('at', { type: 'DateTime', description: 'From when it is in force.' }),
  }),
});

const PlayLimit = builder.objectRef<LimitRow>('PlayLimit').implement({
  description: 'A limit that a player may set.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PlayLimitKind, description: 'What it is on.' }),
    period: t.expose('period', { type: PlayLimitPeriod, description: 'How long it counts.' }),
    amount: t.expose('amount', { type: 'Money', nullable: true, description: 'In rupees, in force; null: none.' }),
    used: t.expose('used', { type: 'Money', description: 'What counts against it in the running period.' }),
    left: t.expose('left', { type: 'Money', nullable: true, description: 'What it still allows; null without limit.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When the running period ends.' }),
    next: t.expose('next', {
      type: PlayLimitChange,
      nullable: true,
      description: 'What replaces it after 24 hours; null: nothing.',
    }),
  }),
});

const PlayPosition = builder.objectRef<PositionRow>('PlayPosition').implement({
  description: 'What a player staked and got back in the running period.',
  fields: (t) => ({
    period: t.expose('period', { type: PlayLimitPeriod, description: 'Which period.' }),
    staked: t.expose('staked', { type: 'Money', description: 'Stakes, live ones included.' }),
    returned: t.expose('returned', { type: 'Money', description: 'What came back, stakes included.' }),
  }),
});

const PlayDay = builder.objectRef<DayRow>('PlayDay').implement({
  description: 'What a player staked and got back in the rounds of one day in Asia/Kolkata.',
  fields: (t) => ({
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'Midnight at its beginning.' }),
    staked: t.expose('staked', { type: 'Money', description: 'Stakes, live ones included.' }),
    returned: t.expose('returned', { type: 'Money', description: 'What came back, stakes included.' }),
  }),
});

const RealityCheck = builder.objectRef<CheckRow>('RealityCheck').implement({
  description: 'A pause in play that its player chose.',
  fields: (t) => ({
    minutes: t.exposeInt('minutes', { description: 'After how many minutes of play.' }),
    playingSince: t.expose('playingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When the current play began; null after 30 minutes without a bet.',
    }),
    due: t.exposeBoolean('due', { description: 'Whether bets wait for `answerRealityCheck`.' }),
  }),
});

interface Safety {
  pauses: PlayPauses;
}

const PlaySafety = builder.objectRef<Safety>('PlaySafety').implement({
  description: 'What a player has set to play safely.',
  fields: (t) => ({
    limits: t.field({
      type: [PlayLimit],
      complexity: { field: 150, multiplier: 9 },
      description: 'The limits on deposits, stakes and losses by day, week and month, set or not.',
      resolve: (_safety, _args, ctx) => ownPlayLimits(ctx),
    }),
    positions: t.field({
      type: [PlayPosition],
      complexity: { field: 60, multiplier: 3 },
      description: 'What was staked and came back in the running day, week and month.',
      resolve: (_safety, _args, ctx) => ownPositions(ctx),
    }),
    signedInSince: t.field({
      complexity: 30,
      type: 'DateTime',
      nullable: true,
      description: 'When the present session began; null when that is unknown.',
      resolve: (_safety, _args, ctx) => ownSessionStart(ctx),
    }),
    timeOutUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when there are no bets and deposits; null: no time-out.',
      resolve: ({ pauses }) => pauses.timeOutUntil,
    }),
    realityCheck: t.field({
      type: RealityCheck,
      nullable: true,
      description: 'The reality check; null: none was chosen.',
      resolve: ({ pauses }) => pauses.realityCheck,
    }),
  }),
});

const ownSafety = async (ctx: GraphQLContext): Promise<Safety> => ({ pauses: await ownPauses(ctx) });

builder.objectField(Viewer, 'playSafety', (t) =>
  t.field({
    complexity: 75,
    nullable: true,
    type: PlaySafety,
    description: 'What the player has set to play safely.',
    resolve: (_viewer, _args, ctx) => ownSafety(ctx),
  }),
);

builder.objectField(Viewer, 'playDays', (t) =>
  t.field({
    nullable: true,
    type: [PlayDay],
    complexity: { field: 90, multiplier: 31 },
    description: 'The player’s days with stakes among the last 31, newest first.',
    resolve: (_viewer, _args, ctx) => ownPlayDays(ctx),
  }),
);

const SelfExclusion = builder.objectRef<NonNullable<PlayPauses['exclusion']>>('SelfExclusion').implement({
  description: 'A player’s exclusion from playing, which nobody can make shorter.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', description: 'When it began.' }),
    until: t.expose('until', { type: 'DateTime', nullable: true, description: 'When it ends; null: never.' }),
  }),
});

builder.objectFields(Member, (t) => ({
  selfExclusion: t.field({
    complexity: 50,
    type: SelfExclusion,
    nullable: true,
    description: 'The player’s self-exclusion; null: none is in force.',
    resolve: async ({ id }, _args, ctx) => (await pausesOf(ctx, id)).exclusion,
  }),
  timeOutUntil: t.field({
    complexity: 40,
    type: 'DateTime',
    nullable: true,
    description: 'Until when the player takes a time-out; null: none.',
    resolve: async ({ id }, _args, ctx) => (await pausesOf(ctx, id)).timeOutUntil,
  }),
}));

const safetyPayload = {
  description: 'It is set.',
  fields: (t: PayloadFields<Safety>) => ({
    playSafety: t.field({ type: PlaySafety, description: 'What is set now.', resolve: (safety) => safety }),
  }),
};

mutation(setPlayLimitVerb, {
  description:
    'Sets a limit or removes it. A tighter one is in force at once, a looser one and none after 24 hours. For players.',
  input: (t) => ({
    kind: t.field({ type: PlayLimitKind, required: true, description: 'What it is on.' }),
    period: t.field({ type: PlayLimitPeriod, required: true, description: 'How long it counts.' }),
    amount: t.field({ type: 'Money', description: 'In rupees; null or absent removes the limit.' }),
  }),
  run: async (ctx, { kind, period, amount }) => {
    await setPlayLimit(ctx, { kind, period, amount: amount ?? null });
    return ownSafety(ctx);
  },
  payload: safetyPayload,
});

mutation(startTimeOutVerb, {
  description: 'Begins a time-out, or makes it longer: no bets and no deposits until it ends. For players.',
  input: (t) => ({ days: t.int({ required: true, description: 'How long, 1 to 42 days from now.' }) }),
  run: async (ctx, input) => {
    await startTimeOut(ctx, input);
    return ownSafety(ctx);
  },
  payload: safetyPayload,
});

mutation(setRealityCheckVerb, {
  description: 'Chooses after how many minutes of play bets wait for an answer. For players.',
  input: (t) => ({ minutes: t.int({ description: '15 to 60; null or absent: never.' }) }),
  run: async (ctx, { minutes }) => {
    await setRealityCheck(ctx, { minutes: minutes ?? null });
    return ownSafety(ctx);
  },
  payload: safetyPayload,
});

mutationWithoutInput(answerRealityCheckVerb, {
  description: 'Answers the reality check: bets are taken again. For players.',
  run: async (ctx) => {
    await answerRealityCheck(ctx);
    return ownSafety(ctx);
  },
  payload: safetyPayload,
});

mutation(excludeMyselfVerb, {
  description:
    'Excludes the player from playing: sessions end, log-in and registering again are refused. Nobody can make it ' +
    'shorter. For players.',
  input: (t) => ({
    months: t.int({ description: 'For how long, 6 to 120; exactly one of `months` and `forever`.' }),
    forever: t.boolean({ description: 'True: for ever.' }),
  }),
  run: (ctx, { months, forever }) => excludeMyself(ctx, { months: months ?? undefined, forever: forever ?? undefined }),
  payload: {
    description: 'The player is excluded, and all sessions have ended.',
    fields: (t) => ({
      until: t.expose('until', { type: 'DateTime', nullable: true, description: 'When it ends; null: never.' }),
    }),
  },
});

mutation(withdrawExcludedVerb, {
  description:
    'Asks for a payout for a self-excluded player, who cannot log in, by the password and without a session.',
  input: (t) => ({
    email: t.string({ required: true, description: 'The account’s email address.' }),
    password: t.string({ required: true, description: 'The password.' }),
    otp: t.string({ description: 'A code of the second factor, or a recovery code; null or absent without one.' }),
    amount: t.field({ type: 'Money', description: 'How much, in rupees; null or absent: all that is available.' }),
    upiId: t.string({ description: 'Where to; exactly one of `upiId` and `bankAccount`.' }),
    bankAccount: t.field({
      type: BankAccountInput,
      description: 'Where to; exactly one of `upiId` and `bankAccount`.',
    }),
    idempotencyKey: idempotencyKey(t),
  }),
  run: (ctx, { email, password, otp, amount, upiId, bankAccount, idempotencyKey: key }) => {
    return withdrawExcluded(ctx, {
      email,
      password,
      otp,
      amount: amount ?? null,
      upiId: upiId ?? undefined,
      bankAccount: bankAccount ?? undefined,
      idempotencyKey: key ?? undefined,
    });
  },
  payload: {
    description: 'The withdrawal waits for an admin, and its amount is held.',
    fields: (t) => ({
      amount: t.expose('amount', { type: 'Money', description: 'How much, in rupees.' }),
      available: t.field({
        type: 'Money',
        description: 'What is left, in rupees.',
        resolve: ({ balances }) => balances.available,
      }),
    }),
  },
});
