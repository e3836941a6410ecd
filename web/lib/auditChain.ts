/**
 * Verification of the audit log's hash chain with the browser's WebCrypto. It shares no code with the server's
 * implementation, so that each verifies the other.
 */

/** What is hashed of an entry, and its hashes in hexadecimal. */
export interface ChainedEntry {
  /** Its place in the log, from 1. */
  readonly number: string;
  readonly actorNumber: string | null;
  readonly actionText: string;
  readonly subjectTypeText: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  /** ISO 8601, with milliseconds. */
  readonly at: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** Number and hash of an entry: what the next one is linked to, or what was recorded outside the database. */
export interface ChainMark {
  readonly number: string;
  readonly hash: string;
}

/** Where the chain begins. */
export const chainStart: ChainMark = { number: '0', hash: '0'.repeat(64) };

/** Why the log can't be trusted from this entry on. */
export interface ChainFault {
  readonly kind: 'missing' | 'unlinked' | 'changed' | 'otherHash';
  readonly number: string;
}

/** The first fault of entries that follow `mark`, or the last entry when there is none. */
export async function verifyEntries(
  entries: readonly ChainedEntry[],
  mark: ChainMark,
): Promise<{ readonly fault: ChainFault } | { readonly last: ChainMark }> {
  let last = mark;
  for (const entry of entries) {
    const { number, hash } = entry;
    const expected = String(BigInt(last.number) + 1n);
    if (number !== expected) return { fault: { kind: 'missing', number: expected } };
    if (entry.previousHash !== last.hash) return { fault: { kind: 'unlinked', number } };
    if (hash !== (await hashOf(entry))) return { fault: { kind: 'changed', number } };
    last = { number, hash };
  }
  return { last };
}

/** `number:hash`, as it is mailed and logged; null for anything else. */
export function parseMark(text: string): ChainMark | null {
  const [, number, hash] = /^(\d{1,18}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  return number === undefined || hash === undefined
    ? null
    : { number: String(BigInt(number)), hash: hash.toLowerCase() };
}

async function hashOf(entry: ChainedEntry): Promise<string> {
  const { number, actorNumber, actionText, subjectTypeText, subject, before, after, reason, at } = entry;
  const fields = [
    number,
    actorNumber,
    actionText,
    subjectTypeText,
    subject,
    before,
    after,
    reason,
    String(Date.parse(at)),
  ];
  const bytes = Uint8Array.from([...bytesOf(entry.previousHash), ...utf8(fields.map(withLength).join(''))]);
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

function withLength(field: string | null): string {
  return field === null ? '-' : `${utf8(field).length}:${field}`;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function bytesOf(hex: string): number[] {
  return (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
