import { linesFitting, type LineOfRequest } from '../statements/lineRequests.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { WalletTransaction } from '../wallet/transaction.ts';
import { listTransactions } from '../wallet/transactionList.ts';
import type { Ticket } from './ticket.ts';

/** Requests that stand beside a ticket. */
export const REQUESTS_BESIDE = 6;

/** A deposit or withdrawal of a ticket's player, and the lines of bank statements that fit it. */
export interface TicketRequest {
  transaction: WalletTransaction;
  lines: LineOfRequest[];
}

/**
 * The newest requests of the ticket's player, newest first, for admins who may read the ticket: what most tickets are about. Reading them
 * is in the audit log.
 */
export async function ticketRequests(ctx: Context, { playerId }: Pick<Ticket, 'playerId'>): Promise<TicketRequest[]> {
  const { rows } = await listTransactions(ctx, { playerId }, { limit: REQUESTS_BESIDE });
  const lines = await linesFitting(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((transaction) => ({
    transaction,
    lines: lines.filter(({ transactionId }) => transactionId === transaction.id),
  }));
}
