import type { LogFn, Logger } from 'pino';
import { BoundedMap } from './boundedMap.ts';

/** Of one message. Each costs a third of a millisecond, most of it for the stack of its error. */
export const MOST_A_SECOND = 5;
const SECOND_MS = 1_000;
const WARN = 40;
const MAX_MESSAGES = 1_000;

interface Repeated {
  /** When the second began. */
  since: number;
  logged: number;
  leftOut: number;
}

/**
 * Pino's hook `logMethod` that logs a warning with an error at most MOST_A_SECOND times a second, by its message, and counts the
 * others: while the database is away, each call would log the same. The next one that is logged has `leftOut`, how many were
 * not. Errors (level 50) are all logged. `now` gives milliseconds.
 */
export function limitRepeatedWarnings(now: () => number) {
  const messages = new BoundedMap<string, Repeated>(MAX_MESSAGES);
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const [fields, message] = args as unknown[];
    if (level !== WARN || typeof message !== 'string' || !hasError(fields)) return method.apply(this, args);
    let repeated = messages.get(message);
    let logged: object = fields;
    if (!repeated || now() - repeated.since >= SECOND_MS) {
      if (repeated && repeated.leftOut > 0) logged = { ...fields, leftOut: repeated.leftOut };
      repeated = { since: now(), logged: 0, leftOut: 0 };
      messages.set(message, repeated);
    }
    if (repeated.logged === MOST_A_SECOND) {
      repeated.leftOut += 1;
      return;
    }
    repeated.logged += 1;
    method.apply(this, [logged, message]);
  };
}

function hasError(fields: unknown): fields is { err: Error } {
  return typeof fields === 'object' && fields !== null && 'err' in fields && fields.err instanceof Error;
}
