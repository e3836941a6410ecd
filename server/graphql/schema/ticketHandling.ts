import { allows } from '../../domain/ground/actors/permissions.ts';
import { assignTicket, assignTicketVerb } from '../../domain/tickets/assignTicket.ts';
import { markTicketRead, markTicketReadVerb } from '../../domain/tickets/markTicketRead.ts';
import { supportStaff } from '../../domain/tickets/supportStaff.ts';
import {
  addTicketNote,
  addTicketNoteVerb,
  notesOf,
  ticketNotesById,
  type TicketNote as NoteRow,
} from '../../domain/tickets/ticketNotes.ts';
import type { Ticket as TicketRow } from '../../domain/tickets/ticket.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { TicketHeld } from '../builder/refusals.ts';
import { Ticket } from './ticket.ts';
import { User } from './user.ts';

const TicketNote = loadableNode<NoteRow>('TicketNote', ticketNotesById);
TicketNote.implement({
  description: 'A note about a ticket. Internal: for admins of support.',
  fields: (t) => ({
    author: t.field({ type: User, description: 'The admin who wrote it.', resolve: ({ authorId }) => authorId }),
    text: t.exposeString('text', { description: 'Its words.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
});

const notesById = perRequest<NoteRow[]>(notesOf);

const TicketHandling = builder.objectRef<TicketRow>('TicketHandling').implement({
  description: 'What support keeps of a ticket among themselves. Its player sees none of it.',
  fields: (t) => ({
    unread: t.exposeBoolean('unread', {
      description: 'The newest message is the player’s, and nobody of support has opened the ticket since.',
    }),
    assignee: t.field({
      type: User,
      nullable: true,
      description: 'Who works on it; null: nobody.',
      resolve: ({ assigneeId }) => assigneeId,
    }),
    notes: t.field({
      type: [TicketNote],
      description: 'The notes about it, oldest first: at most 200.',
      resolve: ({ id }, _args, ctx) => notesById(ctx, id),
    }),
  }),
});

builder.objectField(Ticket, 'handling', (t) =>
  t.field({
    type: TicketHandling,
    nullable: true,
    description: 'What support keeps of it among themselves; null for players.',
    resolve: (ticket, _args, { actor }) => (allows(actor, 'ticket:readAll') ? ticket : null),
  }),
);

builder.objectField(TicketHeld, 'holder', (t) =>
  t.field({
    type: User,
    nullable: true,
    description: 'Who has it now; null: nobody.',
    resolve: (refusal) => refusal.extra.holderId,
  }),
);

builder.objectField(Admin, 'supportStaff', (t) =>
  t.field({
    nullable: true,
    type: [User],
    description: 'To whom a ticket can be assigned, by name: active admins who may answer it.',
    resolve: (_admin, _args, ctx) => supportStaff(ctx),
  }),
);

mutation(markTicketReadVerb, {
  description: 'Marks a ticket as read, for the whole team. For admins of support.',
  input: (t) => ({
    ticketId: t.id({ required: true, description: 'Which ticket.' }),
    messageId: t.id({ description: 'The newest message that was shown; null or absent where there was none.' }),
  }),
  run: async (ctx, { ticketId, messageId }) => ({
    ticket: await markTicketRead(ctx, {
      ticketId: openId(ctx, 'Ticket', ticketId, 'ticketId'),
      messageId: messageId == null ? null : openId(ctx, 'TicketMessage', messageId, 'messageId'),
    }),
  }),
  payload: {
    description: 'The ticket is read, unless its player has written since.',
    fields: (t) => ({ ticket: t.expose('ticket', { type: Ticket, description: 'The ticket, as it is now.' }) }),
  },
});

const openUser = (ctx: GraphQLContext, id: string | null | undefined, field: string) =>
  id == null ? null : openId(ctx, 'User', id, field);

mutation(assignTicketVerb, {
  description:
    'Assigns a ticket to the viewer or another admin of support, or releases it. Who has it must be who the caller ' +
    'knows to have it: of two admins who take it at once, one gets it. For admins of support.',
  input: (t) => ({
    ticketId: t.id({ required: true, description: 'Which ticket.' }),
    assigneeId: t.id({ description: 'The User who gets it; null or absent releases it.' }),
    holderId: t.id({ description: 'The User who has it as far as the caller knows; null or absent: nobody.' }),
  }),
  run: async (ctx, { ticketId, assigneeId, holderId }) => ({
    ticket: await assignTicket(ctx, {
      ticketId: openId(ctx, 'Ticket', ticketId, 'ticketId'),
      assigneeId: openUser(ctx, assigneeId, 'assigneeId'),
      holderId: openUser(ctx, holderId, 'holderId'),
    }),
  }),
  payload: {
    description: 'The ticket is assigned, or released.',
    fields: (t) => ({ ticket: t.expose('ticket', { type: Ticket, description: 'The ticket, as it is now.' }) }),
  },
});

mutation(addTicketNoteVerb, {
  description:
    'Adds an internal note about a ticket, which its player never sees and which stays as it is: a correction is another ' +
    'note. For admins of support.',
  input: (t) => ({
    ticketId: t.id({ required: true, description: 'Which ticket.' }),
    text: t.string({ required: true, description: 'The words: 1 to 2,000 characters.' }),
  }),
  run: async (ctx, { ticketId, text }) => ({
    ticket: await addTicketNote(ctx, { ticketId: openId(ctx, 'Ticket', ticketId, 'ticketId'), text }),
  }),
  payload: {
    description: 'The note is added.',
    fields: (t) => ({ ticket: t.expose('ticket', { type: Ticket, description: 'The ticket, as it is now.' }) }),
  },
});
