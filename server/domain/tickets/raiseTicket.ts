import { inTransaction } from '../../../db/client.ts';
import { tickets } from '../../../db/schema/support.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { readDocumentContent } from './documentContent.ts';
import { storeDocument } from './documents.ts';
import { refuseManyOpen, refuseMuchText } from './quota.ts';
import { readDescription } from './ticketTexts.ts';
import { ticketChanged, type Ticket } from './ticket.ts';
import { isTicketTitle } from './ticketTypes.ts';

export interface RaiseTicketInput {
  /** A title of the fixed list in ticketTypes.ts. */
  title: string;
  /** 1-50 words. */
  description: string;
  /** Data URL or base64 of a PNG, JPEG, WebP or PDF of at most 5 MiB. */
  document?: string | null | undefined;
  /** The file's name. */
  documentName?: string | null | undefined;
}

export const raiseTicketVerb = verb({
  name: 'raiseTicket',
  may: 'ticket:raise',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: ['DAILY_LIMIT'],
});

/** Raises a support ticket for the player who calls. Refuses with INVALID_INPUT, naming the field; also the 21st open ticket; with DAILY_LIMIT too much text or bytes of files a day. */
export async function raiseTicket(ctx: Context, input: RaiseTicketInput): Promise<Ticket> {
  const playerId = requirePlayer(ctx, raiseTicketVerb.may);
  const { title } = input;
  if (!isTicketTitle(title)) throw invalidInput('title', 'The title is none of the ticket types.');
  const description = readDescription(input.description);
  const content = input.document == null ? undefined : readDocumentContent(input.document);

  const [ticket] = await inTransaction(ctx.db, async (tx) => {
    await refuseManyOpen(tx, playerId);
    await refuseMuchText(tx, { playerId, text: description, at: ctx.now });
    const documentId = await storeDocument(tx, {
      space: ctx.space,
      content,
      name: input.documentName,
      ownerId: playerId,
      uploadedBy: playerId,
      at: ctx.now,
    });
    return tx
      .insert(tickets)
      .values({ playerId, title, description, documentId, createdAt: ctx.now, updatedAt: ctx.now })
      .returning();
  });
  if (!ticket) throw new Error('the new ticket did not come back');
  ctx.events.publish(ticketChanged(ticket));
  return ticket;
}
