import { notificationsSince } from '../../domain/notifications/notificationList.ts';
import {
  allows,
  authorize,
  requireAdmin,
  requireMember,
  requirePlayer,
} from '../../domain/ground/actors/permissions.ts';
import { readableKinds } from '../../domain/proposals/kinds.ts';
import { proposalsChangedSince } from '../../domain/proposals/proposalList.ts';
import { ticketsById, ticketsChangedSince } from '../../domain/tickets/ticketList.ts';
import { transactionsChangedSince } from '../../domain/wallet/transactionList.ts';
import { builder } from '../builder/builder.ts';
import { catchUp } from '../builder/catchUp.ts';
import { eventStream } from '../builder/eventStream.ts';
import { openId } from '../builder/ids.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { Member } from './member.ts';
import { Notification } from './notification.ts';
import { Proposal } from './proposal.ts';
import { Ticket } from './ticket.ts';
import { Transaction } from './transaction.ts';
import { requireViewer, type ViewerRow } from './viewer.ts';
import { Wallet } from './wallet.ts';

/** Whether an event about this user's data concerns the viewer: their own and, for admins, everyone's. */
function concerns(viewer: ViewerRow, userId: string): boolean {
  return viewer.kind === 'admin' || String(viewer.id) === userId;
}

builder.subscriptionFields((t) => ({
  walletChanged: t.field({
    type: Wallet,
    description: 'The viewer’s wallet after every change, also when changes may have been missed. For players.',
    subscribe: (_root, _args, ctx) => {
      const userId = requirePlayer(ctx, 'wallet:readOwn');
      const own = String(userId);
      return changes((add) => [
        ctx.events.on('walletChanged', ({ playerIds }) => {
          if (playerIds.includes(own)) add(userId);
        }),
        ctx.events.onReconnect(() => add(userId)),
      ]);
    },
    resolve: (userId) => userId,
  }),
  transactionChanged: t.field({
    type: Transaction,
    description:
      'A deposit or withdrawal that is new or has been decided: the player’s own; for admins of payments, everybody’s, ' +
      'and those that an admin has opened or proposed to pay.',
    subscribe: (_root, _args, ctx) => {
      const viewer = requireViewer(ctx);
      authorize(ctx, viewer.kind === 'admin' ? 'transaction:readAll' : 'transaction:readOwn');
      return changes((add) => [
        ctx.events.on('transactionChanged', ({ transactionId, playerId }) => {
          if (concerns(viewer, playerId)) add(BigInt(transactionId));
        }),
        ...(viewer.kind === 'admin'
          ? [
              ctx.events.on('transactionClaimed', ({ transactionId }) => add(BigInt(transactionId))),
              ctx.events.on('proposalChanged', ({ kind, subjectId }) => {
                if (kind === 'payout') add(BigInt(subjectId));
              }),
            ]
          : []),
        catchUp(ctx, transactionsChangedSince, add),
      ]);
    },
    resolve: (id) => id,
  }),
  ticketChanged: t.field({
    type: Ticket,
    description:
      'A ticket that is new, was written to or resolved: the player’s own; for admins of support, everybody’s, and those ' +
      'that support has read, assigned or noted something about; for a team the same of those that are handed to it.',
    args: { ticketId: t.arg.id({ description: 'Only this ticket; null or absent for all.' }) },
    subscribe: (_root, args, ctx) => {
      const viewer = requireViewer(ctx);
      authorize(ctx, 'ticket:read');
      const only = args.ticketId == null ? undefined : openId(ctx, 'Ticket', args.ticketId, 'ticketId');
      // Others than players and support are sent those alone that they may read when it happens.
      const needsCheck = viewer.kind === 'admin' && !allows(ctx.actor, 'ticket:readAll');
      return changes((add) => {
        const addTicket = (id: bigint) => {
          if ((only ?? id) !== id) return;
          if (needsCheck) addReadable(ctx, id, add);
          else add(id);
        };
        return [
          ctx.events.on('ticketChanged', ({ ticketId, playerId }) => {
            if (concerns(viewer, playerId)) addTicket(BigInt(ticketId));
          }),
          ...(viewer.kind === 'admin'
            ? [ctx.events.on('ticketHandled', ({ ticketId }) => addTicket(BigInt(ticketId)))]
            : []),
          catchUp(ctx, ticketsChangedSince, addTicket),
        ];
      });
    },
    resolve: (id) => id,
  }),
  memberChanged: t.field({
    type: Member,
    description:
      'An account whose money, bets, requests, tickets or status have changed, also when changes may have been missed. ' +
      'For admins.',
    args: { memberId: t.arg.id({ required: true, description: 'The account.' }) },
    subscribe: (_root, args, ctx) => {
      requireAdmin(ctx, 'member:read');
      const id = openId(ctx, 'Member', args.memberId, 'memberId');
      const own = String(id);
      return changes((add) => {
        const addIf = (concerned: boolean) => {
          if (concerned) add(id);
        };
        return [
          ctx.events.on('walletChanged', ({ playerIds }) => addIf(playerIds.includes(own))),
          ctx.events.on('transactionChanged', ({ playerId }) => addIf(playerId === own)),
          ctx.events.on('ticketChanged', ({ playerId }) => addIf(playerId === own)),
          ctx.events.on('memberChanged', ({ userId }) => addIf(userId === own)),
          ctx.events.onReconnect(() => add(id)),
        ];
      });
    },
    resolve: (id) => id,
  }),
  proposalChanged: t.field({
    type: Proposal,
    description: 'A proposal that the admin may read, when it is made and when it is decided. For admins.',
    subscribe: (_root, _args, ctx) => {
      authorize(ctx, 'proposal:read');
      const kinds: readonly string[] = readableKinds(ctx.actor);
      return changes((add) => [
        ctx.events.on('proposalChanged', ({ proposalId, kind }) => {
          if (kinds.includes(kind)) add(BigInt(proposalId));
        }),
        catchUp(ctx, proposalsChangedSince, add),
      ]);
    },
    resolve: (id) => id,
  }),
  notificationAdded: t.field({
    type: Notification,
    description: 'A new notification of the viewer.',
    subscribe: (_root, _args, ctx) => {
      const own = String(requireMember(ctx, 'notification:read'));
      return changes((add) => [
        ctx.events.on('notificationAdded', ({ notificationId, userId }) => {
          if (userId === own) add(BigInt(notificationId));
        }),
        catchUp(ctx, notificationsSince, add),
      ]);
    },
    resolve: (id) => id,
  }),
}));

/** Adds a ticket once it is known that the caller may read it now. */
function addReadable(ctx: GraphQLContext, id: bigint, add: (id: bigint) => void): void {
  const check = async () => {
    const now = await ctx.renew();
    const [ticket] = now.tokenRefused ? [] : await ticketsById(now, [id]);
    if (ticket) add(id);
  };
  check().catch((error: unknown) => ctx.log.error({ err: error }, 'a changed ticket could not be sent'));
}

/**
 * A stream of changed objects. Of the same object only the newest pending change is kept. `start` returns the function
 * that ends it.
 */
function changes(start: (add: (id: bigint) => void) => (() => void)[]) {
  return eventStream<bigint>((add) => {
    const stops = start((id) => add(id, String(id)));
    return () => stops.forEach((stop) => stop());
  });
}
