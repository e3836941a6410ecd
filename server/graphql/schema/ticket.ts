import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { raiseTicket, raiseTicketVerb } from '../../domain/tickets/raiseTicket.ts';
import { resolveTicket, resolveTicketVerb } from '../../domain/tickets/resolveTicket.ts';
import { sendTicketMessage, sendTicketMessageVerb } from '../../domain/tickets/sendTicketMessage.ts';
import type { Ticket as TicketRow, TicketMessage as MessageRow } from '../../domain/tickets/ticket.ts';
import {
  listOwnTickets,
  listTicketMessages,
  listTickets,
  listWaitingTickets,
  openTicketCount,
  type TicketAssignment as AssignmentName,
  type TicketExcerpt as ExcerptRow,
  ticketExcerpts,
  type TicketFilter,
  type TicketHanded as HandedName,
  unreadTicketCount,
  type WaitingKey,
  ticketMessagesById,
  ticketsById,
} from '../../domain/tickets/ticketList.ts';
import { ticketTypes, type TicketTitle } from '../../domain/tickets/ticketTypes.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, type Cursors, idCursors, pageComplexity } from '../builder/connection.ts';
import { Document } from './document.ts';
import { enumOf } from '../builder/enumOf.ts';
import { openId } from '../builder/ids.ts';
import { perRequest } from '../builder/loader.ts';
import { mutation } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { User } from './user.ts';
import { Viewer } from './viewer.ts';

const TicketStatus = enumOf<TicketRow['status']>('TicketStatus', 'How far support has come with a ticket.', {
  pending: 'Waits for customer service.',
  success: 'Resolved. A player who writes again opens it anew.',
});

const TicketType = builder.enumType('TicketType', {
  description: 'What a ticket can be about.',
  values: Object.fromEntries(
    ticketTypes.map(({ title }) => [
      title.toUpperCase().replaceAll(' ', '_'),
      { value: title, description: `“${title}”.` },
    ]),
  ) as Record<string, { value: TicketTitle; description: string }>,
});

export const TicketMessage = loadableNode<MessageRow>('TicketMessage', ticketMessagesById);
TicketMessage.implement({
  description: 'A line in a ticket’s chat.',
  fields: (t) => ({
    author: t.field({
      type: User,
      description: 'Who wrote it: the player or an admin.',
      resolve: (message) => message.authorId,
    }),
    mine: t.boolean({
      description: 'Whether the viewer wrote it.',
      resolve: (message, _args, { actor }) => 'userId' in actor && actor.userId === message.authorId,
    }),
    message: t.exposeString('message', { description: 'Its words.' }),
    document: t.field({
      type: Document,
      nullable: true,
      description: 'What was sent with it; null without a document.',
      resolve: (message) => message.documentId,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
});

const messageCursors = idCursors<MessageRow>('TicketMessage', (row) => row.id);
const TicketMessageConnection = connectionOf('TicketMessage', TicketMessage, 'messages of a ticket');

export const Ticket = loadableNode<TicketRow>('Ticket', ticketsById);
Ticket.implement({
  description:
    'A player’s question to customer service, with its chat. Seen by that player, by admins of support, and by those to whom it was ' +
    'handed.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What it is about: the text of one of the ticket types.' }),
    description: t.exposeString('description', { description: 'The player’s words, at most 50.' }),
    status: t.expose('status', { type: TicketStatus, description: 'How far support has come.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was raised.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When something last happened to it.' }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was resolved; null while it is pending.',
    }),
    document: t.field({
      type: Document,
      nullable: true,
      description: 'What was sent with it; null without a document.',
      resolve: (ticket) => ticket.documentId,
    }),
    player: t.field({ type: User, description: 'Who raised it.', resolve: (ticket) => ticket.playerId }),
    messages: t.connection(
      {
        type: TicketMessage,
        description: 'Its chat, oldest first.',
        complexity: pageComplexity,
        resolve: (ticket, args, ctx) =>
          connection(ctx, args, messageCursors, (page) => listTicketMessages(ctx, ticket.id, page)),
      },
      TicketMessageConnection,
    ),
  }),
});

const TicketExcerpt = builder.objectRef<ExcerptRow>('TicketExcerpt').implement({
  description: 'The first words of what was written last in a ticket.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'At most 140 characters, in one line.' }),
    author: t.field({ type: User, description: 'Who wrote it.', resolve: ({ authorId }) => authorId }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
});

const excerptOf = perRequest<ExcerptRow | null>(ticketExcerpts);

builder.objectField(Ticket, 'excerpt', (t) =>
  t.field({
    type: TicketExcerpt,
    nullable: true,
    description: 'The first words of its newest message; of its description before there is one.',
    resolve: ({ id }, _args, ctx) => excerptOf(ctx, id),
  }),
);

builder.objectField(TicketMessage, 'ticket', (t) =>
  t.field({ type: Ticket, description: 'Whose chat it belongs to.', resolve: ({ ticketId }) => ticketId }),
);

export const ticketCursors = idCursors<TicketRow>('Ticket', (row) => row.id);
export const TicketConnection = connectionOf('Ticket', Ticket, 'tickets');

builder.objectField(Viewer, 'tickets', (t) =>
  t.connection(
    {
      nullable: true,
      type: Ticket,
      description: 'The player’s own tickets, newest first.',
      complexity: pageComplexity,
      resolve: (_viewer, args, ctx) => connection(ctx, args, ticketCursors, (page) => listOwnTickets(ctx, page)),
    },
    TicketConnection,
  ),
);

const TicketAssignment = enumOf<AssignmentName>('TicketAssignment', 'Who has a ticket.', {
  mine: 'The viewer.',
  unassigned: 'Nobody.',
});

const TicketHanded = enumOf<HandedName>('TicketHanded', 'To whom support has handed a ticket.', {
  toMe: 'To the viewer, or a team of theirs.',
  toAnybody: 'To whichever team or admin.',
});

const TicketOrder = builder.enumType('TicketOrder', {
  description: 'Which tickets come first.',
  values: {
    NEWEST: { value: 'NEWEST', description: 'Those that were raised last.' },
    LONGEST_WAITING: {
      value: 'LONGEST_WAITING',
      description:
        'Those whose players have waited longest for an answer; then those that nobody waits for, the newest first.',
    },
  } as const,
});

/** The instant is in the cursor: the row moves when it is answered. */
const waitingForm = /^([0-9a-z]{1,9}|-)\.([\w-]+)$/;

const waitingCursors: Cursors<WaitingKey, TicketRow> = {
  keyOf: ({ waitingSince, id }) => ({ since: waitingSince, id }),
  write: (ctx, { since, id }) => `${since?.getTime().toString(36) ?? '-'}.${ctx.ids.seal('Ticket', id)}`,
  read(ctx, cursor) {
    const [, at = '', sealed = ''] = waitingForm.exec(cursor) ?? [];
    const id = sealed === '' ? null : ctx.ids.openAs('Ticket', sealed);
    return id === null ? null : { since: at === '-' ? null : new Date(Number.parseInt(at, 36)), id };
  },
};

interface ListArgs {
  status?: TicketFilter['status'] | null | undefined;
  search?: string | null | undefined;
  assignment?: AssignmentName | null | undefined;
  unread?: boolean | null | undefined;
  handed?: HandedName | null | undefined;
}

function filterOf({ status, search, assignment, unread, handed }: ListArgs): TicketFilter {
  return {
    status: status ?? undefined,
    search: search ?? undefined,
    assignment: assignment ?? undefined,
    unread: unread ?? undefined,
    handed: handed ?? undefined,
  };
}

builder.objectFields(Admin, (t) => ({
  tickets: t.connection(
    {
      nullable: true,
      type: Ticket,
      description:
        'The tickets that the admin may read: everybody’s for admins of support; for other teams those that were handed to them.',
      args: {
        status: t.arg({ type: TicketStatus, description: 'Only tickets in this status.' }),
        search: t.arg.string({
          description:
            'Part, of at least 3 characters, of title, description, a message, or the player’s name, email or UID.',
        }),
        assignment: t.arg({ type: TicketAssignment, description: 'Only the viewer’s own, or nobody’s.' }),
        unread: t.arg.boolean({ description: 'True: only unread tickets.' }),
        handed: t.arg({ type: TicketHanded, description: 'Only tickets that are handed to a team.' }),
        order: t.arg({ type: TicketOrder, description: 'Null or absent: NEWEST. Cursors are of one order.' }),
      },
      complexity: pageComplexity,
      resolve: (_admin, args, ctx) =>
        args.order === 'LONGEST_WAITING'
          ? connection(ctx, args, waitingCursors, (page) => listWaitingTickets(ctx, filterOf(args), page))
          : connection(ctx, args, ticketCursors, (page) => listTickets(ctx, filterOf(args), page)),
    },
    TicketConnection,
  ),
  unreadTicketCount: t.int({
    complexity: VALUES_A_STATEMENT,
    nullable: true,
    description: 'How many tickets are unread, for the whole team.',
    resolve: (_admin, _args, ctx) => unreadTicketCount(ctx),
  }),
  openTicketCount: t.int({
    complexity: VALUES_A_STATEMENT,
    nullable: true,
    description: 'How many tickets wait to be resolved.',
    resolve: (_admin, _args, ctx) => openTicketCount(ctx),
  }),
}));

const documentInput =
  'A PNG, JPEG, WebP or PDF of at most 5 MiB, as a data URL or base64; null or absent without a document.';

const documentNameInput =
  'The file’s name, by which it is shown and downloaded: folders are left out, and it is shortened to 100 characters.';

mutation(raiseTicketVerb, {
  description:
    'Raises a support ticket. While the server’s disk is nearly full, one with a document is answered with the code DISK_FULL. For players.',
  input: (t) => ({
    ticketType: t.field({ type: TicketType, required: true, description: 'What it is about.' }),
    description: t.string({ required: true, description: 'What is wrong, in 1 to 50 words.' }),
    document: t.string({ description: documentInput }),
    documentName: t.string({ description: documentNameInput }),
  }),
  run: async (ctx, { ticketType, ...words }) => ({
    ticket: await raiseTicket(ctx, { title: ticketType, ...words }),
  }),
  payload: {
    description: 'The ticket is raised.',
    fields: (t) => ({ ticket: t.expose('ticket', { type: Ticket, description: 'The new ticket.' }) }),
  },
});

mutation(sendTicketMessageVerb, {
  description:
    'Writes into a ticket’s chat. While the server’s disk is nearly full, a message with a document is answered with the code DISK_FULL. For its player, and for admins who may read it, whose answer is notified to the player.',
  input: (t) => ({
    ticketId: t.id({ required: true, description: 'Which ticket.' }),
    message: t.string({ required: true, description: 'The words to send.' }),
    document: t.string({ description: documentInput }),
    documentName: t.string({ description: documentNameInput }),
  }),
  run: (ctx, { ticketId, ...words }) =>
    sendTicketMessage(ctx, { ticketId: openId(ctx, 'Ticket', ticketId, 'ticketId'), ...words }),
  payload: {
    description: 'The message is in the chat.',
    fields: (t) => ({
      ticketMessage: t.expose('message', { type: TicketMessage, description: 'The new message.' }),
      ticket: t.expose('ticket', { type: Ticket, description: 'Its ticket, as it is now.' }),
    }),
  },
});

mutation(resolveTicketVerb, {
  description: 'Marks a ticket as resolved, which takes it back from a team. For admins of support.',
  input: (t) => ({ ticketId: t.id({ required: true, description: 'Which ticket.' }) }),
  run: async (ctx, { ticketId }) => ({
    ticket: await resolveTicket(ctx, { ticketId: openId(ctx, 'Ticket', ticketId, 'ticketId') }),
  }),
  payload: {
    description: 'The ticket is resolved.',
    fields: (t) => ({ ticket: t.expose('ticket', { type: Ticket, description: 'The ticket, as it is now.' }) }),
  },
});
