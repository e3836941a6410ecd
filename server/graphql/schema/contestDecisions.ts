import {
  announceVoid,
  announceVoidVerb,
  stopVoid,
  stopVoidVerb,
  voidWaitingContest,
  voidWaitingContestVerb,
} from '../../domain/bets/voidWaiting.ts';
import { voidContest, voidContestVerb } from '../../domain/bets/voidContest.ts';
import { overrideContest, overrideContestVerb } from '../../domain/contests/overrideContest.ts';
import { mutation, type PayloadFields } from '../builder/mutation.ts';
import { Contest } from './contest.ts';

mutation(overrideContestVerb, {
  description:
    'Sets the winning number of a contest, until 5 seconds before its evaluationTime. A second override replaces the ' +
    'first. The contest is marked at once, takes no new bets, and players may cancel theirs; every admin is told. ' +
    'Where that needs a second admin it is proposed: the contest takes no bets for 20 seconds, in which that admin may ' +
    'confirm it. For admins.',
  input: (t) => ({
    gameId: t.string({ required: true, description: 'Which contest.' }),
    number: t.int({ required: true, description: 'The number that shall win, 0 to 9.' }),
    reason: t.string({
      required: true,
      description:
        'Why: at least 10 characters. The other admins read it at once, everybody when the contest is decided.',
    }),
  }),
  run: (ctx, input) => overrideContest(ctx, input),
  payload: {
    description: 'The number is set, and the contest marked as the operator’s, unless that needs a second admin.',
    fields: (t) => ({
      proposed: t.exposeBoolean('proposed', {
        description: 'Whether it needs a second admin: then it is proposed, and the contest held until `heldUntil`.',
      }),
      contest: t.field({
        type: Contest,
        description: 'The contest, as it is now.',
        resolve: ({ contestId }) => contestId,
      }),
    }),
  },
});

mutation(voidContestVerb, {
  description:
    'Makes a running contest void, until its evaluationTime: it ends without a number, and every live stake is refunded. ' +
    'Players and every admin are told. Where that needs a second admin it is proposed, to be confirmed by ' +
    'evaluationTime. For admins.',
  input: (t) => ({
    gameId: t.string({ required: true, description: 'Which contest.' }),
    reason: t.string({ required: true, description: 'Why, for everybody to read: at least 10 characters.' }),
  }),
  run: (ctx, input) => voidContest(ctx, input),
  payload: {
    description:
      'The contest is void, and its stakes are refunded, unless that needs a second admin: then it is proposed.',
    fields: (t) => ({
      proposed: t.exposeBoolean('proposed', {
        description: 'Whether it needs a second admin: then the contest is unchanged.',
      }),
      contest: t.field({
        type: Contest,
        description: 'The contest, as it is now.',
        resolve: ({ contestId }) => contestId,
      }),
    }),
  },
});

/** The payload of what owners do to a round that waits for the beacon. */
const contestAsItIs = (description: string) => ({
  description,
  fields: (t: PayloadFields<{ contestId: bigint }>) => ({
    contest: t.field({
      type: Contest,
      description: 'The contest, as it is now.',
      resolve: ({ contestId }: { contestId: bigint }) => contestId,
    }),
  }),
});

mutation(announceVoidVerb, {
  description:
    'Announces that a contest becomes void which has waited for the beacon for a week. Another owner may carry it out at once ' +
    '(`voidWaitingContest`), any owner after 24 hours, and any owner may stop it. Every admin is told. For owners.',
  input: (t) => ({
    gameId: t.string({ required: true, description: 'Which contest.' }),
    reason: t.string({ required: true, description: 'Why, for everybody to read: at least 10 characters.' }),
  }),
  run: (ctx, input) => announceVoid(ctx, input),
  payload: contestAsItIs('It is announced.'),
});

mutation(stopVoidVerb, {
  description: 'Stops what `announceVoid` has announced. For owners.',
  input: (t) => ({
    gameId: t.string({ required: true, description: 'Which contest.' }),
    reason: t.string({ required: true, description: 'Why: at least 10 characters.' }),
  }),
  run: (ctx, input) => stopVoid(ctx, input),
  payload: contestAsItIs('It stays as it is, and waits on.'),
});

mutation(voidWaitingContestVerb, {
  description:
    'Makes a contest void as announced, unless the beacon’s round has come: every live stake is refunded. For another owner than ' +
    'who announced it, and for that one after 24 hours. Anybody who finds the round published calls it withholding.',
  input: (t) => ({ gameId: t.string({ required: true, description: 'Which contest.' }) }),
  run: (ctx, input) => voidWaitingContest(ctx, input),
  payload: contestAsItIs('It is void, and its stakes are refunded.'),
});
