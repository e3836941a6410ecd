/**
 * A call's payload as canonical text: the input of its idempotency key's fingerprint. Keys of the last 7 days are
 * compared with it, so its format must not change.
 */
export function canonicalPayload(payload: unknown): string {
  return JSON.stringify(plain(payload));
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

function plain(value: unknown): Json {
  if (typeof value === 'bigint') return { $bigint: String(value) };
  if (value instanceof Date) return { $instant: value.getTime() };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(entries.map(([name, item]) => [name, plain(item)]));
  }
  return value as null | boolean | number | string;
}
