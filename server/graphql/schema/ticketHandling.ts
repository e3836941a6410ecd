import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import type { TicketTeam as TeamName } from '../../domain/ground/actors/handedTickets.ts';
import { assignTicket, assignTicketVerb } from '../../domain/tickets/assignTicket.ts';
import { handBackTicket, handBackTicketVerb } from '../../domain/tickets/handBackTicket.ts';
import { handOverTicket, handOverTicketVerb } from '../../domain/tickets/handOverTicket.ts';
import { listTicketTeams, type TeamMembers } from '../../domain/tickets/handover.ts';
import { markTicketRead, markTicketReadVerb } from '../../domain/tickets/markTicketRead.ts';
import { authorize } from '../../domain/ground/actors/permissions.ts';
import { supportStaff } from '../../domain/tickets/supportStaff.ts';
import {
  addTicketNote,
  addTicketNoteVerb,
  notesOf,
  ticketNotesById,
  type TicketNote as NoteRow,
} from '../../domain/tickets/ticketNotes.ts';
import type { Ticket as TicketRow } from '../../domain/tickets/ticket.ts';
import { handedTicketCount } from '../../domain/tickets/ticketList.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { enumOf } from '../builder/enumOf.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { eventStream } from '../builder/eventStream.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { TicketHeld } from '../builder/refusals.ts';
import { Ticket } from './ticket.ts';
import { User } from './user.ts';

const TicketNote = loadableNode<NoteRow>('TicketNote', ticketNotesById);
TicketNote.implement({
  description: 'A note about a ticket. Internal: for admins who may read the ticket.',
  fields: (t) => ({
    author: t.field({ type: User, description: 'The admin who wrote it.', resolve: ({ authorId }) => authorId }),
    text: t.exposeString('text', { description: 'Its words.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
});

const notesById = perRequest<NoteRow[]>(notesOf);

const TicketTeam = enumOf<TeamName>('TicketTeam', 'Those to whom support hands tickets.', {
  FINANCE: 'Admins with the role FINANCE.',
  GAME: 'Admins with the role GAME.',
  OWNER: 'Owners.',
});

type Handover = { [Field in 'handedTeam' | 'handedBy' | 'handedAt']: NonNullable<TicketRow[Field]> } & Pick<
  TicketRow,
  'handedAdminId'
>;

const TicketHandover = builder.objectRef<Handover>('TicketHandover').implement({
  description:
    'That support has handed a ticket to a team, which reads and answers it until it is handed back or resolved.',
  fields: (t) => ({
    team: t.field({
      type: TicketTeam,
      description: 'Which team.',
      resolve: ({ handedTeam }) => handedTeam as TeamName,
    }),
    admin: t.field({
      type: User,
      nullable: true,
      description: 'The admin of the team who alone has it; null: the whole team.',
      resolve: ({ handedAdminId }) => handedAdminId,
    }),
    by: t.field({ type: User, description: 'Who handed it over.', resolve: ({ handedBy }) => handedBy }),
    at: t.expose('handedAt', { type: 'DateTime', description: 'When.' }),
  }),
});

export const TicketHandling = builder.objectRef<TicketRow>('TicketHandling').implement({
  description:
    'What support keeps of a ticket among themselves and with the team that has it. Its player sees none of it.',
  fields: (t) => ({
    unread: t.exposeBoolean('unread', {
      description:
        'The newest message is the player’s, or the team that has it has answered, and nobody of support has opened the ticket since.',
    }),
    waitingSince: t.expose('waitingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'The player’s first message that no admin has answered; null: nobody waits.',
    }),
    handover: t.field({
      type: TicketHandover,
      nullable: true,
      description: 'The team that has it; null: none.',
      resolve: ({ handedTeam, handedAdminId, handedBy, handedAt }) =>
        handedTeam && handedBy && handedAt ? { handedTeam, handedAdminId, handedBy, handedAt } : null,
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
    description: 'What support keeps of it among themselves and with the team that has it; null for players.',
    resolve: (ticket, _args, { actor }) => (actor.kind === 'admin' ? ticket : null),
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

const TeamOfAdmins = builder.objectRef<TeamMembers>('TicketTeamMembers').implement({
  description: 'A team, and who is of it.',
  fields: (t) => ({
    team: t.field({ type: TicketTeam, description: 'Which team.', resolve: ({ team }) => team }),
    members: t.field({
      type: [User],
      description: 'Its active admins, by name.',
      resolve: ({ memberIds }) => memberIds,
    }),
  }),
});

builder.objectFields(Admin, (t) => ({
  supportStaff: t.field({
    nullable: true,
    type: [User],
    description: 'To whom a ticket can be assigned, by name: active admins who may answer it.',
    resolve: (_admin, _args, ctx) => supportStaff(ctx),
  }),
  ticketTeams: t.field({
    nullable: true,
    type: [TeamOfAdmins],
    complexity: VALUES_A_STATEMENT,
    description: 'To whom a ticket can be handed: teams with an active admin.',
    resolve: (_admin, _args, ctx) => listTicketTeams(ctx),
  }),
  handedTicketCount: t.int({
    nullable: true,
    complexity: VALUES_A_STATEMENT,
    description: 'How many tickets are handed to the admin or a team of theirs.',
    resolve: (_admin, _args, ctx) => handedTicketCount(ctx),
  }),
}));

const HandedTicketsChange = builder.objectRef<object>('HandedTicketsChange').implement({
  description: 'That other tickets than before may be handed to the admin.',
  fields: (t) => ({
    count: t.int({
      complexity: VALUES_A_STATEMENT,
      description: 'How many are.',
      resolve: (_change, _args, ctx) => handedTicketCount(ctx),
    }),
  }),
});

builder.subscriptionField('handedTicketsChanged', (t) =>
  t.field({
    type: HandedTicketsChange,
    description:
      'Follows each ticket that is handed to whichever team, handed back or resolved there, also when some may have been missed: a ' +
      'ticket that the admin may read no longer sends no `ticketChanged`. For admins of teams.',
    subscribe: (_root, _args, ctx) => {
      authorize(ctx, 'ticket:readHanded');
      return eventStream<object>((add) => {
        const changed = () => add({}, 'handed');
        const stops = [ctx.events.on('ticketHandedOver', changed), ctx.events.onReconnect(changed)];
        return () => stops.forEach((stop) => stop());
      });
    },
    resolve: () => ({}),
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
    'note. For admins who may read the ticket; support is notified of that of a team.',
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

mutation(handOverTicketVerb, {
  description:
    'Hands an open ticket to a team, or one admin of it, with an internal note of what is asked. They are notified, and read and answer ' +
    'this ticket, with its player’s latest requests, until it is handed back or resolved. For admins of support.',
  input: (t) => ({
    ticketId: t.id({ required: true, description: 'Which ticket.' }),
    team: t.field({ type: TicketTeam, required: true, description: 'Which team.' }),
    adminId: t.id({ description: 'The User of the team who alone gets it; null or absent: the whole team.' }),
    text: t.string({ required: true, description: 'What is asked of them: 1 to 2,000 characters.' }),
  }),
  run: async (ctx, { ticketId, team, adminId, text }) => ({
    ticket: await handOverTicket(ctx, {
      ticketId: openId(ctx, 'Ticket', ticketId, 'ticketId'),
      team,
      adminId: openUser(ctx, adminId, 'adminId'),
      text,
    }),
  }),
  payload: {
    description: 'The team has the ticket.',
    fields: (t) => ({ ticket: t.expose('ticket', { type: Ticket, description: 'The ticket, as it is now.' }) }),
  },
});

mutation(handBackTicketVerb, {
  description:
    'Hands a ticket back to support, which is notified; or takes it back. From then on the team doesn’t read it. For admins of the team ' +
    'and of support.',
  input: (t) => ({
    ticketId: t.id({ required: true, description: 'Which ticket.' }),
    text: t.string({
      description:
        'What support should know, which becomes an internal note: at most 2,000 characters; null or absent without.',
    }),
  }),
  run: async (ctx, { ticketId, text }) =>
    handBackTicket(ctx, { ticketId: openId(ctx, 'Ticket', ticketId, 'ticketId'), text: text ?? null }),
  payload: {
    description: 'Support has the ticket alone.',
    fields: (t) => ({
      ticket: t.field({
        type: Ticket,
        nullable: true,
        description: 'The ticket, as it is now; null for who may not read it any more.',
        resolve: ({ id }) => id,
      }),
    }),
  },
});
