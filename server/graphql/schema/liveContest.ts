import { createContextCache } from '@pothos/core';
import { activeContest, contestsById } from '../../domain/contests/contestQueries.ts';
import type { ContestView } from '../../domain/contests/contestView.ts';
import type { GameType as GameTypeName } from '../../domain/contests/gameTypes.ts';
import type { DomainEvent } from '../../domain/ground/verbs/events.ts';
import { authorize } from '../../domain/ground/actors/permissions.ts';
import { builder } from '../builder/builder.ts';
import { Contest, GameType } from './contest.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { enumOf } from '../builder/enumOf.ts';
import { eventStream } from '../builder/eventStream.ts';
import { shared } from '../runtime/sharing.ts';

type Phase = Extract<DomainEvent, { type: 'contestChanged' }>['phase'];

const ContestPhase = enumOf<Phase>('ContestPhase', 'What has just happened to a contest.', {
  OPENED: 'It takes bets.',
  CLOSED: 'It takes no bets any more.',
  HELD: 'An admin has proposed its number: no bets until `heldUntil`, while another one may confirm it.',
  RELEASED: 'That proposal has ended early without being confirmed: it takes bets again.',
  OPERATOR_MARKED: 'An admin has set its number: no new bets; players may cancel theirs until evaluationTime.',
  VOIDED: 'An admin has made it void: no bets any more, and all are refunded.',
  DECIDED: 'Its number is public; of a void contest, its seed.',
  SETTLED: 'Everybody is paid.',
});

interface ContestChangeEvent {
  phase: Phase;
  contestId: bigint;
}

const ContestChange = builder.objectRef<ContestChangeEvent>('ContestChange').implement({
  description: 'Something that has happened to a contest.',
  extensions: shared,
  fields: (t) => ({
    phase: t.expose('phase', { type: ContestPhase, description: 'What has happened.' }),
    contest: t.field({
      type: Contest,
      description: 'The contest, as it is now: maybe further already.',
      resolve: ({ contestId }) => contestId,
    }),
    serverTime: t.field({
      type: 'DateTime',
      description: 'The server’s clock as it tells.',
      resolve: (_change, _args, ctx) => new Date(ctx.clock.now()),
    }),
  }),
});

const runningContests = createContextCache(
  (_ctx: GraphQLContext) => new Map<GameTypeName, Promise<ContestView | null>>(),
);

/** A game's running contest, read once per context. */
function runningContest(ctx: GraphQLContext, gameType: GameTypeName): Promise<ContestView | null> {
  const known = runningContests(ctx);
  const reading = known.get(gameType) ?? activeContest(ctx, gameType);
  known.set(gameType, reading);
  return reading;
}

/** The initial event for a new subscriber. */
function latestPhase({ state, decidedBy, heldUntil }: ContestView): Phase {
  if (state === 'VOID') return 'VOIDED';
  if (state !== 'OPEN') return state;
  if (decidedBy === 'OPERATOR') return 'OPERATOR_MARKED';
  return heldUntil === null ? 'OPENED' : 'HELD';
}

builder.subscriptionField('contestChanged', (t) =>
  t.field({
    type: ContestChange,
    description:
      'Every change of a game’s contests, for everybody. The first event comes at once: the running contest’s latest.',
    extensions: shared,
    args: { gameType: t.arg({ type: GameType, required: true, description: 'Which game.' }) },
    subscribe: async (_root, { gameType }, ctx) => {
      // Listening begins before the state is read, so that no change in between is missed.
      const stream = eventStream<ContestChangeEvent>((add) => {
        const publishState = async () => {
          const contest = await runningContest(await ctx.renew(), gameType);
          if (contest) add({ phase: latestPhase(contest), contestId: contest.id });
        };
        const report = (error: unknown) => ctx.log.error({ err: error }, 'the running contest could not be read');
        void publishState().catch(report);
        const stops = [
          ctx.events.on('contestChanged', (event) => {
            if (event.gameType === gameType) add({ phase: event.phase, contestId: BigInt(event.contestId) });
          }),
          ctx.events.onReconnect(() => void publishState().catch(report)),
        ];
        return () => stops.forEach((stop) => stop());
      });
      return Promise.resolve(stream);
    },
    resolve: (event) => event,
  }),
);

interface CountdownTick {
  gameId: string;
  closesAt: Date;
  endsAt: Date;
}

const Countdown = builder.objectRef<CountdownTick>('Countdown').implement({
  description: 'One second of a running contest.',
  extensions: shared,
  fields: (t) => ({
    gameId: t.exposeString('gameId', { description: 'Which contest.' }),
    secondsLeft: t.int({
      description: 'Until the end, in started seconds; 0 while the number is being decided.',
      resolve: ({ endsAt }, _args, ctx) => secondsUntil(endsAt, ctx),
    }),
    bettingSecondsLeft: t.int({
      description: 'Until betting closes, in started seconds; 0 from then on.',
      resolve: ({ closesAt }, _args, ctx) => secondsUntil(closesAt, ctx),
    }),
    serverTime: t.field({
      type: 'DateTime',
      description: 'The server’s clock as it tells.',
      resolve: (_tick, _args, ctx) => ctx.now,
    }),
  }),
});

const SECOND_MS = 1_000;

function secondsUntil(instant: Date, { now }: GraphQLContext): number {
  return Math.max(0, Math.ceil((instant.getTime() - now.getTime()) / SECOND_MS));
}

builder.subscriptionField('countdown', (t) =>
  t.field({
    type: Countdown,
    description:
      'The countdown of a game’s running contest, at once and then every second, for programs without a clock.',
    extensions: shared,
    args: { gameType: t.arg({ type: GameType, required: true, description: 'Which game.' }) },
    subscribe: (_root, { gameType }, ctx) =>
      eventStream<CountdownTick>((add) => {
        let contest: ContestView | null = null;
        let stopTimer = () => {};
        let stopped = false;
        const tick = async () => {
          if (contest === null || contest.endsAt.getTime() <= ctx.clock.now()) {
            contest = await runningContest(await ctx.renew(), gameType);
          }
          if (contest) add({ gameId: contest.gameId, closesAt: contest.closesAt, endsAt: contest.endsAt }, 'tick');
        };
        const run = () => {
          void tick()
            .catch((error: unknown) => ctx.log.error({ err: error }, 'the running contest could not be read'))
            .finally(() => {
              // Rounds start on whole seconds, so countdowns change on whole seconds.
              const next = (Math.floor(ctx.clock.now() / SECOND_MS) + 1) * SECOND_MS;
              if (!stopped) stopTimer = ctx.clock.at(next, run);
            });
        };
        run();
        return () => {
          stopped = true;
          stopTimer();
        };
      }),
    resolve: (tick) => tick,
  }),
);

builder.subscriptionField('stakesChanged', (t) =>
  t.field({
    type: Contest,
    description: 'A game’s running contest whenever stakes have come in, at most once a second. For admins.',
    args: { gameType: t.arg({ type: GameType, required: true, description: 'Which game.' }) },
    subscribe: (_root, { gameType }, ctx) => {
      authorize(ctx, 'contest:readFigures');
      return eventStream<bigint>((add) => {
        let quietUntil = 0;
        let stopTimer: (() => void) | undefined;
        let waiting: bigint | undefined;
        const publishTick = () => {
          stopTimer = undefined;
          if (waiting === undefined) return;
          quietUntil = ctx.clock.now() + SECOND_MS;
          add(waiting, 'stakes');
          waiting = undefined;
        };
        const stop = ctx.events.on('stakesChanged', (event) => {
          if (event.gameType !== gameType) return;
          waiting = BigInt(event.contestId);
          if (ctx.clock.now() >= quietUntil) publishTick();
          else stopTimer ??= ctx.clock.at(quietUntil, publishTick);
        });
        return () => {
          stop();
          stopTimer?.();
        };
      });
    },
    resolve: async (contestId, _args, ctx) => {
      const [contest] = await contestsById(ctx, [contestId]);
      if (!contest) throw new Error(`contest ${contestId} vanished`);
      return contest;
    },
  }),
);
