import { createHash } from 'node:crypto';

/** The fields of a row of the audit log, from which it is hashed. */
export interface ChainedRow {
  id: bigint;
  actorId: bigint | null;
  action: string;
  subjectType: string;
  subject: string;
  before: string | null;
  after: string | null;
  reason: string | null;
  at: Date;
  previousHash: Buffer;
  hash: Buffer;
}

/** The previous hash of the first row. */
export const CHAIN_START = Buffer.alloc(32);

/**
 * The hash that a row must have: SHA-256 of the previous hash and every field, each with its length. A second
 * implementation of link_audit_row() (db/functions/link_audit_row.sql), so that each verifies the other.
 */
export function auditHash(row: Omit<ChainedRow, 'hash'>): Buffer {
  const fields = [
    String(row.id),
    row.actorId === null ? null : String(row.actorId),
    row.action,
    row.subjectType,
    row.subject,
    row.before,
    row.after,
    row.reason,
    String(row.at.getTime()),
  ];
  const hash = createHash('sha256').update(row.previousHash);
  for (const field of fields) hash.update(field === null ? '-' : `${Buffer.byteLength(field)}:${field}`);
  return hash.digest();
}

/** The fault of a row, given the previous one; null when there is none. */
export function chainFault(row: ChainedRow, before: Pick<ChainedRow, 'id' | 'hash'> | null): string | null {
  const expectedId = before === null ? 1n : before.id + 1n;
  if (row.id !== expectedId) return `row ${expectedId} is missing`;
  if (!row.previousHash.equals(before?.hash ?? CHAIN_START)) return `row ${row.id} is not linked to the one before`;
  if (!row.hash.equals(auditHash(row))) return `row ${row.id} was changed after it was written`;
  return null;
}
