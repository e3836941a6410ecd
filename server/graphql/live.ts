import { requireMember, requirePlayer } from '../domain/permissions.ts';
import { builder } from './builder.ts';
import { eventStream } from './eventStream.ts';
import { openId } from './ids.ts';
import { Notification } from './notification.ts';
import { Ticket } from './ticket.ts';
import { Transaction } from './transaction.ts';
import { requireViewer, type ViewerRow } from './viewer.ts';
import { Wallet } from './wallet.ts';

/** Whether an event about this user's things is for the viewer: their own, and for admins everybody's. */
function concerns(viewer: ViewerRow, userId: string): boolean {
  return viewer.kind === 'admin' || String(viewer.userId) === userId;
}

builder.subscriptionFields((t) => ({
  walletChanged: t.field({
    type: Wallet,
    description: 'The viewer’s wallet after every change, also when changes may have been missed. For players.',
    subscribe: (_root, _args, ctx) => {
      const userId = requirePlayer(ctx, 'wallet:readOwn');
      return eventStream<bigint>((add) => {
        const tell = () => add(userId, 'wallet');
        const own = String(userId);
        const stops = [
          ctx.events.on('walletChanged', ({ playerIds }) => {
            if (playerIds.includes(own)) tell();
          }),
          ctx.events.onRegained(tell),
        ];
        return () => stops.forEach((stop) => stop());
      });
    },
    resolve: (userId) => userId,
  }),
  transactionChanged: t.field({
    type: Transaction,
    description: 'A deposit or withdrawal that is new or has been decided: the player’s own; for admins, everybody’s.',
    subscribe: (_root, _args, ctx) => {
      const viewer = requireViewer(ctx);
      return eventStream<bigint>((add) =>
        ctx.events.on('transactionChanged', ({ transactionId, playerId }) => {
          if (concerns(viewer, playerId)) add(BigInt(transactionId), transactionId);
        }),
      );
    },
    resolve: (id) => id,
  }),
  ticketChanged: t.field({
    type: Ticket,
    description: 'A ticket that is new, was written to or resolved: the player’s own; for admins, everybody’s.',
    args: { ticketId: t.arg.id({ description: 'Only this ticket; null or absent for all.' }) },
    subscribe: (_root, args, ctx) => {
      const viewer = requireViewer(ctx);
      const only = args.ticketId == null ? undefined : String(openId(ctx, 'Ticket', args.ticketId, 'ticketId'));
      return eventStream<bigint>((add) =>
        ctx.events.on('ticketChanged', ({ ticketId, playerId }) => {
          if (concerns(viewer, playerId) && (only ?? ticketId) === ticketId) add(BigInt(ticketId), ticketId);
        }),
      );
    },
    resolve: (id) => id,
  }),
  notificationAdded: t.field({
    type: Notification,
    description: 'A new notification of the viewer.',
    subscribe: (_root, _args, ctx) => {
      const own = String(requireMember(ctx, 'notification:read'));
      return eventStream<bigint>((add) =>
        ctx.events.on('notificationAdded', ({ notificationId, userId }) => {
          if (userId === own) add(BigInt(notificationId), notificationId);
        }),
      );
    },
    resolve: (id) => id,
  }),
}));
