import { fromBase64 } from './bytes.ts';

/** Values of the log's files and answers. */

export function wholeOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new TypeError('not a whole number');
  return value;
}

export function hashesOf(value: unknown): Uint8Array[] {
  if (!Array.isArray(value) || value.length > 64) throw new TypeError('not a list of hashes');
  return value.map((hash) => fromBase64(String(hash)));
}

/** That of a line's round; null where the line is about none. */
export function gameOf(line: string): string | null {
  const { gameId } = JSON.parse(line) as Record<string, unknown>;
  return typeof gameId === 'string' ? (gameId.split('-')[0] ?? null) : null;
}
