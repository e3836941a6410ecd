import type { IncomingHttpHeaders } from 'node:http';

/** The value of an `Idempotency-Key` header. Node joins repeated ones. */
export function idempotencyHeader(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  return Array.isArray(key) ? key.join() : key;
}
