import type { IncomingHttpHeaders } from 'node:http';

/** Of an answer that is the first one of its idempotency key, given again. */
export const REPLAYED_HEADER = 'idempotent-replayed';

/** The value of an `Idempotency-Key` header. Node joins repeated ones. */
export function idempotencyHeader(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  return Array.isArray(key) ? key.join() : key;
}
