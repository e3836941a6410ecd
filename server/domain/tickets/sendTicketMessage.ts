import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { ticketMessages, tickets } from '../../../db/schema/support.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { notificationAdded, notify, type NotificationAdded } from '../notifications/notify.ts';
import { requireMember } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { readDocumentContent } from './documentContent.ts';
import { storeDocument } from './documents.ts';
import { refuseManyMessages, refuseMuchText } from './quota.ts';
import { readMessage } from './ticketTexts.ts';
import { notifySupport, unreadByTeam } from './teamAnswers.ts';
import { lockTicket, ticketChanged, type Ticket, type TicketMessage } from './ticket.ts';

export interface SendTicketMessageInput {
  ticketId: bigint;
  message: string;
  /** Data URL or base64 of a PNG, JPEG, WebP or PDF of at most 5 MiB. */
  document?: string | null | undefined;
  /** The file's name. */
  documentName?: string | null | undefined;
}

export const sendTicketMessageVerb = verb({
  name: 'sendTicketMessage',
  may: 'ticket:answer',
  countsAs: 'other',
  idempotent: false,
  audit: ['ticket:answer'],
  refusals: ['NOT_FOUND', 'DAILY_LIMIT'],
});

/**
 * Writes into a ticket's chat: its player, or an admin of support or of the team that has it, whose answer is audited and notified to
 * the player, and to support where a team answers. A player's message reopens a resolved ticket, so that no question is overlooked.
 * Refuses with INVALID_INPUT, and with NOT_FOUND where there is no such ticket, or none that the caller may read; with DAILY_LIMIT a player's 61st message of an hour, and too much text or
 * bytes of files a day.
 */
export async function sendTicketMessage(
  ctx: Context,
  input: SendTicketMessageInput,
): Promise<{ message: TicketMessage; ticket: Ticket }> {
  const authorId = requireMember(ctx, sendTicketMessageVerb.may);
  const text = readMessage(input.message);
  const content = input.document == null ? undefined : readDocumentContent(input.document);

  const sent = await inTransaction(ctx.db, async (tx) => {
    const found = await lockTicket(tx, ctx, input.ticketId);
    if (ctx.actor.kind === 'player') {
      await refuseManyMessages(tx, { ticketId: found.id, authorId, at: ctx.now });
      await refuseMuchText(tx, { playerId: authorId, text, at: ctx.now });
    }
    const documentId = await storeDocument(tx, {
      space: ctx.space,
      content,
      name: input.documentName,
      ownerId: found.playerId,
      uploadedBy: authorId,
      at: ctx.now,
    });
    const [message] = await tx
      .insert(ticketMessages)
      .values({ ticketId: found.id, authorId, message: text, documentId, createdAt: ctx.now })
      .returning();
    const [ticket] = await tx
      .update(tickets)
      .set({ updatedAt: ctx.now, ...(ctx.actor.kind === 'player' ? asked : answered), ...unreadByTeam(ctx, found) })
      .where(eq(tickets.id, found.id))
      .returning();
    if (!message || !ticket) throw new Error('the new message did not come back');
    if (ctx.actor.kind !== 'admin') return { message, ticket, notices: [] };
    const toPlayer = await notifyPlayer(tx, ticket, message);
    const toSupport = await notifySupport(tx, ctx, ticket, { answer: 'ANSWERED', of: message.id });
    // Records that an admin answered; the text itself stays in the chat.
    const subject = ctx.ids.seal('Ticket', ticket.id);
    await recordAudit(tx, ctx, { action: sendTicketMessageVerb.audit[0], subjectType: 'ticket', subject });
    return { message, ticket, notices: [...(toPlayer ? [toPlayer] : []), ...toSupport] };
  });

  ctx.events.publish(ticketChanged(sent.ticket));
  for (const notice of sent.notices) ctx.events.publish(notificationAdded(notice));
  return { message: sent.message, ticket: sent.ticket };
}

const asked = { status: 'pending', resolvedAt: null, resolvedBy: null, unread: true } as const;
const answered = { unread: false } as const;

function notifyPlayer(tx: Tx, ticket: Ticket, message: TicketMessage): Promise<NotificationAdded | null> {
  return notify(tx, {
    userId: ticket.playerId,
    kind: 'TICKET_ANSWERED',
    data: { title: ticket.title },
    cause: `ticketMessage:${message.id}`,
    at: message.createdAt,
  });
}
