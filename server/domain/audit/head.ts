import { desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { auditLog } from '../../../db/schema/settings.ts';
import { CHAIN_START } from './chain.ts';

/** Id and hash of a row of the audit log, recorded outside the database. */
export interface AuditMark {
  id: bigint;
  hash: Buffer;
}

/** The newest row of the audit log, and the number of rows. */
export interface AuditHead extends AuditMark {
  count: bigint;
}

/** The head at the transaction's snapshot. An empty log has row 0, with the start hash of the chain. */
export async function readHead(tx: Tx): Promise<AuditHead> {
  const [last] = await tx
    .select({ id: auditLog.id, hash: auditLog.hash, count: sql<string>`(select count(*) from ${auditLog})` })
    .from(auditLog)
    .orderBy(desc(auditLog.id))
    .limit(1);
  return last ? { ...last, count: BigInt(last.count) } : { id: 0n, hash: CHAIN_START, count: 0n };
}

/** The fault of the log, given that it once had this row; null when there is none. */
export async function markFault(tx: Tx, mark: AuditMark): Promise<string | null> {
  const head = await readHead(tx);
  if (head.id < mark.id) return `row ${mark.id} and whatever came after it are missing: the last row is ${head.id}`;
  if (head.count < mark.id) return `${head.count} rows are there, and there were ${mark.id} at row ${mark.id}`;
  const [row] = await tx.select({ hash: auditLog.hash }).from(auditLog).where(eq(auditLog.id, mark.id));
  const hash = mark.id === 0n ? CHAIN_START : row?.hash;
  if (hash === undefined) return `row ${mark.id} is missing`;
  return hash.equals(mark.hash) ? null : `row ${mark.id} has another hash: ${hash.toString('hex')}`;
}

/** `id:hash`, the hash in hexadecimal. */
export function markText({ id, hash }: AuditMark): string {
  return `${id}:${hash.toString('hex')}`;
}

/** Parses the output of markText. Throws an Error whose message is for the operator. */
export function parseMark(text: string): AuditMark {
  const [, id, hash] = /^(\d{1,18}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  if (id === undefined || hash === undefined) {
    throw new Error('--since needs id:hash, a row number and its hash of 64 hexadecimal digits, as in the mailed head');
  }
  return { id: BigInt(id), hash: Buffer.from(hash, 'hex') };
}
