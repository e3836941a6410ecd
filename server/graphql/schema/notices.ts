import {
  announce,
  announcementsById,
  announceVerb,
  currentAnnouncements,
  endAnnouncement,
  endAnnouncementVerb,
  listAnnouncements,
  nextNoticeChange,
  type Announcement as AnnouncementRow,
} from '../../domain/settings/announcements.ts';
import {
  listPauses,
  pause,
  pauseVerb,
  resume,
  resumeVerb,
  type Pause as PauseRow,
} from '../../domain/settings/pauses.ts';
import type { PauseScope as ScopeName } from '../../domain/ground/refusals/pauseScopes.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { enumOf } from '../builder/enumOf.ts';
import { eventStream } from '../builder/eventStream.ts';
import { openId } from '../builder/ids.ts';
import { mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { shared } from '../runtime/sharing.ts';

const PauseScope = enumOf<ScopeName>('PauseScope', 'What can be paused.', {
  sapreHalf: 'Further rounds of the 30-second game.',
  sapreOne: 'Further rounds of the 1-minute game.',
  sapreThree: 'Further rounds of the 3-minute game.',
  deposits: 'New deposits.',
  withdrawals: 'New withdrawals.',
  everything: 'All of it: maintenance.',
});

const Pause = builder.objectRef<PauseRow>('Pause').implement({
  description: 'Something that an operator has paused.',
  extensions: shared,
  fields: (t) => ({
    scope: t.expose('scope', { type: PauseScope, description: 'What is paused.' }),
    notice: t.exposeString('notice', { description: 'What players are told, in English.' }),
    noticeHi: t.exposeString('noticeHi', {
      nullable: true,
      description: 'The same in Hindi; null where the operator has written none.',
    }),
    pausedAt: t.expose('pausedAt', { type: 'DateTime', description: 'Since when.' }),
  }),
});

const Announcement = loadableNode<AnnouncementRow>('Announcement', announcementsById);
Announcement.implement({
  description: 'A text that players see in a time frame.',
  extensions: shared,
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text, in English.' }),
    textHi: t.exposeString('textHi', {
      nullable: true,
      description: 'The same in Hindi; null where the operator has written none.',
    }),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'From when it is shown.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'Until when it is shown.' }),
  }),
});

const Notices = builder.objectRef<object>('Notices').implement({
  description: 'What the operator tells all players now.',
  extensions: shared,
  fields: (t) => ({
    pauses: t.field({
      type: [Pause],
      description: 'What is paused.',
      resolve: (_notices, _args, ctx) => listPauses(ctx),
    }),
    announcements: t.field({
      type: [Announcement],
      description: 'The announcements of now, newest first.',
      resolve: (_notices, _args, ctx) => currentAnnouncements(ctx),
    }),
    nextChangeAt: t.field({
      complexity: 40,
      type: 'DateTime',
      nullable: true,
      description: 'When an announcement begins or ends by itself; null: none will.',
      resolve: (_notices, _args, ctx) => nextNoticeChange(ctx),
    }),
  }),
});

builder.queryField('notices', (t) =>
  t.field({
    type: Notices,
    // Two statements, whatever they find.
    complexity: 30,
    description: 'What the operator tells all players now.',
    resolve: () => ({}),
  }),
);

builder.subscriptionField('noticesChanged', (t) =>
  t.field({
    type: Notices,
    description: 'The notices whenever an operator has changed them, also when changes may have been missed.',
    extensions: shared,
    subscribe: (_root, _args, ctx) =>
      eventStream<object>((add) => {
        const changed = () => add({}, 'notices');
        const stops = [ctx.events.on('noticesChanged', changed), ctx.events.onReconnect(changed)];
        return () => stops.forEach((stop) => stop());
      }),
    resolve: () => ({}),
  }),
);

builder.objectField(Admin, 'announcements', (t) =>
  t.field({
    type: [Announcement],
    description: 'The announcements that have not ended, newest first; those to come too.',
    resolve: (_admin, _args, ctx) => listAnnouncements(ctx),
  }),
);

const PausesPayload = builder.objectRef<{ pauses: PauseRow[] }>('PausesPayload').implement({
  description: 'The pause has begun, or ended.',
  fields: (t) => ({ pauses: t.expose('pauses', { type: [Pause], description: 'What is paused now.' }) }),
});

mutation(pauseVerb, {
  description:
    'Pauses a game, a rail or everything, on all servers at once, or gives a pause another notice. Running contests ' +
    'play to their end. For admins of games.',
  input: (t) => ({
    scope: t.field({ type: PauseScope, required: true, description: 'What to pause.' }),
    notice: t.string({ required: true, description: 'What players are told, in English: 3 to 300 characters.' }),
    noticeHi: t.string({ description: 'The same in Hindi; null or absent: the English one is shown.' }),
  }),
  run: async (ctx, input) => ({ pauses: await pause(ctx, input) }),
  payload: PausesPayload,
});

mutation(resumeVerb, {
  description: 'Ends a pause. A game’s next contest opens at once, while its betting time lasts. For admins of games.',
  input: (t) => ({ scope: t.field({ type: PauseScope, required: true, description: 'What to resume.' }) }),
  run: async (ctx, input) => ({ pauses: await resume(ctx, input) }),
  payload: PausesPayload,
});

mutation(announceVerb, {
  description: 'Shows all players a text in a time frame. For admins of games.',
  input: (t) => ({
    text: t.string({ required: true, description: 'In English: 3 to 300 characters.' }),
    textHi: t.string({ description: 'The same in Hindi; null or absent: the English one is shown.' }),
    startsAt: t.field({ type: 'DateTime', description: 'From when; null or absent: from now on.' }),
    endsAt: t.field({ type: 'DateTime', required: true, description: 'Until when.' }),
  }),
  run: async (ctx, input) => ({ announcement: await announce(ctx, input) }),
  payload: {
    description: 'The announcement is made.',
    fields: (t) => ({
      announcement: t.expose('announcement', { type: Announcement, description: 'The announcement.' }),
    }),
  },
});

mutation(endAnnouncementVerb, {
  description: 'Ends an announcement now. For admins of games.',
  input: (t) => ({ announcementId: t.id({ required: true, description: 'Which announcement.' }) }),
  run: async (ctx, { announcementId }) => {
    await endAnnouncement(ctx, { announcementId: openId(ctx, 'Announcement', announcementId, 'announcementId') });
    return { endedId: announcementId };
  },
  payload: {
    description: 'The announcement is over.',
    fields: (t) => ({ endedId: t.exposeID('endedId', { description: 'Its id.' }) }),
  },
});
