import { AnswerTimeoutError } from './deadline.ts';

/** Message for callers while the database is unavailable. */
const UNAVAILABLE = 'The server can’t reach its database at the moment. Please try again.';
/** Retry-After of such answers, in seconds: connections are restored within seconds. */
const RETRY_AFTER_SECONDS = 2;

/**
 * A temporary failure of something that a call needs: a retry may succeed. Whether the call had an effect may be
 * unknown.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** Message for callers while the database's disk has no space for what they send. */
export const DISK_FULL = 'There is not enough disk space at the moment. Please try again later.';
/** Freeing space takes an operator. */
const DISK_RETRY_AFTER_SECONDS = 10;

/** Too little disk space is left for a call that needs some: it had no effect. */
export class DiskFullError extends UnavailableError {}

/** How callers learn that something is unavailable. */
export interface Unavailability {
  readonly code: 'SERVICE_UNAVAILABLE' | 'DISK_FULL';
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** Undefined for an error that isn't about availability. */
export function unavailabilityOf(error: unknown): Unavailability | undefined {
  if (isDiskFull(error)) {
    return { code: 'DISK_FULL', message: DISK_FULL, retryAfterSeconds: DISK_RETRY_AFTER_SECONDS };
  }
  if (!isUnavailable(error)) return undefined;
  return { code: 'SERVICE_UNAVAILABLE', message: UNAVAILABLE, retryAfterSeconds: RETRY_AFTER_SECONDS };
}

/** Whether `error`, or a cause of it, is about disk space: the database's (SQLSTATE disk_full), or a refusal before it is used up. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof DiskFullError || (error as NodeJS.ErrnoException).code === '53100' || isDiskFull(error.cause);
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
