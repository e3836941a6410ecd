import { NoAnswerError } from './deadline.ts';

/** What a caller reads while the database is away. */
export const UNAVAILABLE = 'The server can’t reach its database at the moment. Please try again.';
/** When a call is worth sending again: connections are made again within seconds. */
export const RETRY_AFTER_SECONDS = 2;

/** What a call needs can't be had at the moment; the same call may succeed later. Whether it had an effect may be unknown. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** SQLSTATEs: connection trouble (08), out of resources (53), server going down or starting (57P), statement, lock, idle and transaction timeouts. */
const sqlStates = /^(08...|53...|57P..|57014|55P03|25P03|25P04)$/;
/** Codes of Node's for a host or port that can't be reached. ENOENT: the file of a Unix socket. */
const systemCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
const systemCalls = /^(connect|read|write|getaddrinfo)$/;
/** What pg says where it has no code. */
const driverMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

/**
 * Whether `error`, or what caused it, says that the database is away, overloaded or too slow: no bug of ours, and no
 * refusal of the statement itself.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof UnavailableError || error instanceof NoAnswerError) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') {
    if (sqlStates.test(code)) return true;
    if (systemCodes.test(code) && systemCalls.test(syscall ?? 'connect')) return true;
  } else if (driverMessages.test(error.message)) {
    return true;
  }
  return isUnavailable(error.cause);
}
