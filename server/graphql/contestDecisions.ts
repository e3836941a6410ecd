import { voidContest, voidContestVerb } from '../domain/bets/voidContest.ts';
import { overrideContest, overrideContestVerb } from '../domain/contests/overrideContest.ts';
import { mutation } from './mutation.ts';
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
