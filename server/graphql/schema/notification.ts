import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import type { NotificationKind } from '../../domain/notifications/kinds.ts';
import { markNotificationsRead, markNotificationsReadVerb } from '../../domain/notifications/markNotificationsRead.ts';
import {
  listNotifications,
  notificationsById,
  unreadNotificationCount,
  type Notification as Row,
} from '../../domain/notifications/notificationList.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from '../builder/connection.ts';
import { enumOf } from '../builder/enumOf.ts';
import { mutationWithoutInput } from '../builder/mutation.ts';
import { loadableNode } from '../builder/node.ts';
import { Ticket, TicketMessage } from './ticket.ts';
import { Transaction } from './transaction.ts';
import { requireViewer, Viewer } from './viewer.ts';

const Kind = enumOf<NotificationKind>('NotificationKind', 'What a notification is about.', {
  WELCOME: 'Sample: welcomes a new account.',
  HOW_ROUNDS_WORK: 'Sample: explains a round.',
  PLAY_WITHIN_LIMITS: 'Sample: asks to play with care.',
  DEPOSIT_DECIDED: 'A deposit was approved or denied.',
  DEPOSIT_REOPENED: 'A denied deposit waits for a decision again.',
  WITHDRAWAL_DECIDED: 'A withdrawal was paid or denied.',
  WITHDRAWAL_APPROVED: 'A withdrawal is being paid.',
  WITHDRAWAL_WAITS_AGAIN: 'The approval of a withdrawal was taken back: it waits for a decision again.',
  WITHDRAWAL_RETURNED: 'The bank sent a payout back: its amount is in the wallet again.',
  BALANCE_CORRECTED: 'An admin has corrected the balance.',
  TICKET_ANSWERED: 'Customer service answered a ticket.',
  TICKET_ASSIGNED: 'For admins of support: another one has assigned them a ticket.',
  TICKET_HANDED: 'For admins of a team: support has handed a ticket to them.',
  TICKET_TEAM_ANSWERED: 'For admins of support: a team has answered a ticket that was handed to it, or handed it back.',
  PASSWORD_GUESSED: 'The tries of wrong passwords for the account were used up.',
  ROUND_VOID: 'A round that the player had bets in is void; they are refunded.',
  ROUND_MADE_VOID: 'For admins: another one has made a round void.',
  VOID_ANNOUNCED: 'For admins: an owner has announced that a round becomes void that waits for the beacon.',
  RESULT_SET: 'For admins: another one has set the number of a running round.',
  PAYEE_CHANGED: 'For admins: another one has changed an account for deposits.',
  SECOND_ADMIN_CHANGED: 'For admins: an owner has changed when a second admin is needed.',
  POLICY_OPEN: 'For admins: a rule about second admins is to be loosened, unless an owner declines it.',
  PROPOSAL_MADE: 'For admins who may confirm it: another one has proposed something that needs two.',
  PROPOSAL_DECIDED: 'For the admin who proposed it: another one has confirmed or declined it.',
  ROUNDS_PLAYED: 'The rounds of a day on which one was won: at most one a day.',
  ROUND_WON: 'A finished contest returned more than was staked; no longer written.',
});

export const Notification = loadableNode<Row>('Notification', notificationsById);
Notification.implement({
  description: 'A line in a member’s notification list.',
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind, description: 'What it is about.' }),
    title: t.exposeString('title', { description: 'Its headline.' }),
    body: t.exposeString('body', { description: 'Its sentence or two, ready to show.' }),
    transaction: t.field({
      type: Transaction,
      nullable: true,
      description: 'The request that was decided; null when it is about something else.',
      resolve: ({ transactionId }) => transactionId,
    }),
    ticketMessage: t.field({
      type: TicketMessage,
      nullable: true,
      description: 'The line that answered a ticket; null when it is about something else.',
      resolve: ({ ticketMessageId }) => ticketMessageId,
    }),
    ticket: t.field({
      type: Ticket,
      nullable: true,
      description:
        'The ticket that was assigned, handed over or answered by a team, for those who may still read it; null when it is about ' +
        'something else.',
      resolve: ({ ticketId }) => ticketId,
    }),
    sample: t.exposeBoolean('sample', { description: 'One of the messages that a new account starts with.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    readAt: t.expose('readAt', { type: 'DateTime', nullable: true, description: 'When it was read; null until then.' }),
  }),
});

const NotificationConnection = connectionOf('Notification', Notification, 'notifications');
const cursors = idCursors<Row>('Notification', (row) => row.id);

builder.objectFields(Viewer, (t) => ({
  notifications: t.connection(
    {
      type: Notification,
      description: 'The viewer’s notifications, newest first.',
      complexity: pageComplexity,
      resolve: (_viewer, args, ctx) => connection(ctx, args, cursors, (page) => listNotifications(ctx, page)),
    },
    NotificationConnection,
  ),
  unreadNotificationCount: t.int({
    complexity: VALUES_A_STATEMENT,
    description: 'How many notifications the viewer has not read.',
    resolve: (_viewer, _args, ctx) => unreadNotificationCount(ctx),
  }),
}));

mutationWithoutInput(markNotificationsReadVerb, {
  description: 'Marks all notifications of the viewer as read.',
  run: async (ctx) => {
    await markNotificationsRead(ctx);
    return { viewer: requireViewer(ctx) };
  },
  payload: {
    description: 'The list is read.',
    fields: (t) => ({
      viewer: t.expose('viewer', { type: Viewer, description: 'The viewer, for the count that changed.' }),
    }),
  },
});
