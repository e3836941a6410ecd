import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { documents, tickets } from '../../../db/schema/support.ts';
import { lockUser } from '../accounts/user.ts';
import { invalidInput } from '../errors.ts';
import { daysBefore } from '../purgeRows.ts';

const OPEN_TICKETS = 20;
const DOCUMENTS_A_DAY = 10;
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
 * Refuses a document beyond 10 in 24 hours or 50 MiB in total. Concurrent uploads of a player are serialized by a lock
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
  if (Number(used?.bytes) + bytes > BYTES_IN_ALL) {
    throw invalidInput(
      'document',
      'Your files take 50 MiB already, which is the most we keep. Please describe it in words.',
    );
  }
}
