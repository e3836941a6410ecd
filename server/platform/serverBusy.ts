/**
 * A call that is refused because of what others send: it had no effect, and its caller did nothing too much. 503 with
 * Retry-After on every transport.
 */
export class ServerBusyError extends Error {
  override readonly name = 'ServerBusyError';
  readonly code = 'SERVER_BUSY';
  readonly statusCode = 503;

  /** `retryAfterSeconds`: when a retry is likely to find a place. */
  constructor(readonly retryAfterSeconds: number) {
    super('The server can’t keep up at the moment. Please try again.');
  }
}
