import { and, eq, gt, sql } from 'drizzle-orm';
import { rawQuery, type Tx } from '../../../db/client.ts';
import { documents, feedback, ticketMessages, tickets } from '../../../db/schema/support.ts';
import { lockUser } from '../accounts/users/user.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { daysBefore } from '../ground/database/purgeRows.ts';

const OPEN_TICKETS = 20;
const DOCUMENTS_A_DAY = 10;
const DOCUMENT_BYTES_A_DAY = 20_000_000;
/** Messages of a player in one ticket. */
const MESSAGES_AN_HOUR = 60;
/** Bytes of a player's tickets, messages and feedback, in UTF-8. */
const TEXT_BYTES_A_DAY = 2_000_000;
const FEEDBACKS_A_DAY = 5;
/** Total bytes of a player's documents. */
const BYTES_IN_ALL = 50 * 1024 * 1024;

/** Refuses a player's 21st open ticket. Concurrent tickets of a player are serialized by a lock on the player's row. */
export async function refuseManyOpen(tx: Tx, playerId: bigint): Promise<void> {
  await lockUser(tx, playerId);
  const open = await tx.$count(tickets, and(eq(tickets.playerId, playerId), eq(tickets.status, 'pending')));
  if (open < OPEN_TICKETS) return;
  throw invalidInput('title', `You have ${OPEN_TICKETS} open tickets. Please write into one of them.`);
}

/**
 * Refuses with DAILY_LIMIT a player's text beyond 2 MB in 24 hours. Concurrent texts of a player are serialized by a lock on the
 * player's row.
 */
export async function refuseMuchText(
  tx: Tx,
  { playerId, text, at }: { playerId: bigint; text: string; at: Date },
): Promise<void> {
  await lockUser(tx, playerId);
  const since = sql`${daysBefore(at, 1).toISOString()}::timestamptz`;
  const [written] = await rawQuery<{ bytes: number }>(
    tx,
    sql`select coalesce(sum(octet_length(text)), 0)::int as bytes from (
          select message as text from ticket_messages where author_id = ${playerId} and created_at > ${since}
          union all
          select description from tickets where player_id = ${playerId} and created_at > ${since}
          union all
          select text from feedback where player_id = ${playerId} and created_at > ${since}) texts`,
  );
  if ((written?.bytes ?? 0) + Buffer.byteLength(text) <= TEXT_BYTES_A_DAY) return;
  throw dailyLimit('You have written 2 MB of text in the last 24 hours. Please write more tomorrow.');
}

/** Refuses with DAILY_LIMIT a player's 61st message within an hour in a ticket, which the caller has locked. */
export async function refuseManyMessages(
  tx: Tx,
  { ticketId, authorId, at }: { ticketId: bigint; authorId: bigint; at: Date },
): Promise<void> {
  const lately = gt(ticketMessages.createdAt, new Date(at.getTime() - 3_600_000));
  const own = and(eq(ticketMessages.ticketId, ticketId), eq(ticketMessages.authorId, authorId), lately);
  if ((await tx.$count(ticketMessages, own)) < MESSAGES_AN_HOUR) return;
  throw dailyLimit(`You have sent ${MESSAGES_AN_HOUR} messages in the last hour. Please write again later.`);
}

/** Refuses with DAILY_LIMIT a player's 6th feedback in 24 hours. The caller has locked the player's row. */
export async function refuseMuchFeedback(tx: Tx, { playerId, at }: { playerId: bigint; at: Date }): Promise<void> {
  const own = and(eq(feedback.playerId, playerId), gt(feedback.createdAt, daysBefore(at, 1)));
  if ((await tx.$count(feedback, own)) < FEEDBACKS_A_DAY) return;
  throw dailyLimit(`You have sent ${FEEDBACKS_A_DAY} feedbacks in the last 24 hours. Please write again tomorrow.`);
}

function dailyLimit(message: string): DomainError {
  return new DomainError('DAILY_LIMIT', message, { detail: message });
}

/**
 * Refuses a document beyond 10 or, with DAILY_LIMIT, 20 MB in 24 hours, and beyond 50 MiB in total. Concurrent uploads of a player are serialized by a lock
 * on the player's row.
 */
export async function refuseAboveQuota(
  tx: Tx,
  { uploadedBy, at, bytes }: { uploadedBy: bigint; at: Date; bytes: number },
): Promise<void> {
  await lockUser(tx, uploadedBy);
  const [used] = await tx
    .select({
      today: sql<string>`count(*) filter (where ${documents.createdAt} > ${daysBefore(at, 1).toISOString()}::timestamptz)`,
      bytesToday: sql<string>`coalesce(sum(octet_length(${documents.content})) filter (where ${documents.createdAt} > ${daysBefore(at, 1).toISOString()}::timestamptz), 0)`,
      bytes: sql<string>`coalesce(sum(octet_length(${documents.content})), 0)`,
    })
    .from(documents)
    .where(eq(documents.uploadedBy, uploadedBy));
  if (Number(used?.today) >= DOCUMENTS_A_DAY) {
    throw invalidInput(
      'document',
      `You have sent ${DOCUMENTS_A_DAY} files in the last 24 hours. Please send more tomorrow.`,
    );
  }
  if (Number(used?.bytesToday) + bytes > DOCUMENT_BYTES_A_DAY) {
    throw dailyLimit('You have sent 20 MB of files in the last 24 hours. Please send more tomorrow.');
  }
  if (Number(used?.bytes) + bytes > BYTES_IN_ALL) {
    throw invalidInput(
      'document',
      'Your files take 50 MiB already, which is the most we keep. Please describe it in words.',
    );
  }
}
