import { AnswerTimeoutError } from './deadline.ts';

/** Message for callers while the database is unavailable. */
export const UNAVAILABLE = 'The server can’t reach its database at the moment. Please try again.';
/** Retry-After of such answers, in seconds: connections are restored within seconds. */
export const RETRY_AFTER_SECONDS = 2;

/**
 * A temporary failure of something that a call needs: a retry may succeed. Whether the call had an effect may be
 * unknown.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** SQLSTATEs: connection trouble (08), out of resources (53), server going down or starting (57P), statement, lock, idle and transaction timeouts, a standby that was asked to write (25006). */
const sqlStates = /^(08...|53...|57P..|57014|55P03|25P03|25P04|25006)$/;
/** Node's codes for an unreachable host or port. ENOENT: the Unix socket's file. */
const systemCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
const systemCalls = /^(connect|read|write|getaddrinfo)$/;
/** Messages of pg's errors that have no code. */
const driverMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

/**
 * Whether `error`, or a cause of it, is transient: the database is unreachable, overloaded or too slow. False for bugs
 * and for statements that the database refuses.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof UnavailableError || error instanceof AnswerTimeoutError) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') {
    if (sqlStates.test(code)) return true;
    if (systemCodes.test(code) && systemCalls.test(syscall ?? 'connect')) return true;
  } else if (driverMessages.test(error.message)) {
    return true;
  }
  return isUnavailable(error.cause);
}
