import { endMemberSessions, endMemberSessionsVerb } from '../../domain/accounts/sessions/endMemberSessions.ts';
import {
  endOtherSessions,
  endOtherSessionsVerb,
  endSession,
  endSessionVerb,
} from '../../domain/accounts/sessions/endOwnSessions.ts';
import { ownSessions } from '../../domain/accounts/sessions/ownSessions.ts';
import { Acknowledged } from '../builder/acknowledged.ts';
import { builder } from '../builder/builder.ts';
import { openId } from '../builder/ids.ts';
import { MemberSession, openUser, reason, userId, UserStatusPayload } from './member.ts';
import { mutation, mutationWithoutInput } from '../builder/mutation.ts';
import { Viewer } from './viewer.ts';

builder.objectField(Viewer, 'sessions', (t) =>
  t.field({
    type: [MemberSession],
    description: 'Where the viewer is signed in: the latest 100 live sessions, the last used one first.',
    complexity: { field: 1, multiplier: 10 },
    resolve: (_viewer, _args, ctx) => ownSessions(ctx),
  }),
);

mutation(endSessionVerb, {
  description: 'Ends one of the viewer’s sessions, at once and everywhere.',
  input: (t) => ({ sessionId: t.id({ required: true, description: 'Which: the id of a MemberSession.' }) }),
  run: async (ctx, { sessionId }) => {
    await endSession(ctx, { sessionId: openId(ctx, 'MemberSession', sessionId, 'sessionId') });
    return { ok: true };
  },
  payload: Acknowledged,
});

mutationWithoutInput(endOtherSessionsVerb, {
  description: 'Ends all of the viewer’s sessions but this one.',
  run: async (ctx) => ({ count: await endOtherSessions(ctx) }),
  payload: {
    description: 'The viewer is signed in here only.',
    fields: (t) => ({ count: t.exposeInt('count', { description: 'How many sessions were ended.' }) }),
  },
});

mutation(endMemberSessionsVerb, {
  description: 'Ends one session of a member, or all of them. For admins.',
  input: (t) => ({
    userId: t.id({ required: true, description: userId }),
    sessionId: t.id({ description: 'Which: the id of a MemberSession; null or absent: all.' }),
    reason: t.string({ description: reason }),
  }),
  run: async (ctx, input) => ({
    member: await endMemberSessions(ctx, {
      userId: openUser(ctx, input.userId),
      sessionId: input.sessionId == null ? undefined : openId(ctx, 'MemberSession', input.sessionId, 'sessionId'),
      reason: input.reason,
    }),
  }),
  payload: UserStatusPayload,
});
