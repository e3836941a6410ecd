/**
 * Why a call to another server has no answer:
 * - `NOT_ALLOWED`: the address isn't one that may be called. Nothing was sent.
 * - `CONNECTION`: no connection, no trusted certificate, or it broke before the answer was complete.
 * - `TIMEOUT`: the answer wasn't complete in time. `STALLED`: no byte of its body came for too long.
 * - `ENCODED`, `REDIRECTED`: a compressed body, or another address, instead of the answer. The body was not read.
 * - `HEADERS_TOO_LONG`, `BODY_TOO_LONG`: more bytes than allowed, or more informational answers.
 * - `MALFORMED`: no HTTP, or a body that isn't UTF-8.
 * - `CANCELLED`: the caller's signal.
 */
export type OutboundFault =
  | 'NOT_ALLOWED'
  | 'CONNECTION'
  | 'TIMEOUT'
  | 'STALLED'
  | 'ENCODED'
  | 'REDIRECTED'
  | 'HEADERS_TOO_LONG'
  | 'BODY_TOO_LONG'
  | 'MALFORMED'
  | 'CANCELLED';

/** A call to another server that has no answer. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly fault: OutboundFault,
    /** Host and port that were called. */
    readonly host: string,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(`${host}: ${detail}`, options);
  }
}
