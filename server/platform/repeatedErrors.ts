import type { LogFn, Logger } from 'pino';
import { BoundedMap } from './boundedMap.ts';

/** How often a repeated error is logged, in milliseconds. */
export const REPEAT_MS = 60_000;
const WARN = 40;
const FATAL = 60;
const MAX_ERRORS = 1_000;
const MAX_REQUEST_IDS = 20;
const MAX_KEY_LENGTH = 1_000;

/** The time source and timer of the limit. */
export interface RepeatTimer {
  /** Calls `run` once after `ms` milliseconds, without keeping the process alive. */
  after(ms: number, run: () => void): void;
}

interface Repeated {
  repeats: number;
  requestIds: string[];
  /** Logs the last of the repeats. */
  log: () => void;
}

/**
 * Pino's hook `logMethod` that logs an error or warning with the same message and the same cause in full once, and then once
 * a minute in one short line with `repeats`, how often it came since, and `requestIds`, the first of the requests that it failed: a
 * database that is away fails each call and each job in the same way, with two stacks of 3 kB each. After a minute without a repeat
 * it is logged in full again. Fatal errors are all logged.
 */
export function limitRepeatedErrors(timer: RepeatTimer) {
  const seen = new BoundedMap<string, Repeated>(MAX_ERRORS, (_key, dropped) => dropped.log());
  const summarize = (key: string, repeated: Repeated) => {
    if (seen.get(key) !== repeated) return;
    if (repeated.repeats === 0) seen.delete(key);
    else timer.after(REPEAT_MS, () => summarize(key, repeated));
    repeated.log();
  };
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const [fields, message] = args as unknown[];
    if (level < WARN || level >= FATAL || typeof message !== 'string' || !hasError(fields)) {
      return method.apply(this, args);
    }
    const key = keyOf(message, fields.err);
    let repeated = seen.get(key);
    if (repeated === undefined) {
      repeated = { repeats: 0, requestIds: [], log: () => {} };
      seen.set(key, repeated);
      const first = repeated;
      timer.after(REPEAT_MS, () => summarize(key, first));
      return method.apply(this, args);
    }
    count(repeated, this, () =>
      method.call(this, { ...fields, ...summaryOf(repeated), err: briefly(fields.err) }, message),
    );
  };
}

function count(repeated: Repeated, logger: Logger, log: () => void): void {
  repeated.repeats += 1;
  const { requestId } = logger.bindings();
  if (typeof requestId === 'string' && repeated.requestIds.length < MAX_REQUEST_IDS)
    repeated.requestIds.push(requestId);
  repeated.log = () => {
    if (repeated.repeats > 0) log();
    repeated.repeats = 0;
    repeated.requestIds = [];
  };
}

function summaryOf({ repeats, requestIds }: Repeated): object {
  return { repeats, ...(requestIds.length > 0 && { requestIds }) };
}

/** Type, message and code; no stack, which the first one has. */
function briefly(error: Error): object {
  const { code } = error as NodeJS.ErrnoException;
  return { type: error.name, message: error.message.split('\n', 1)[0], ...(code !== undefined && { code }) };
}

/**
 * The log message with each error of the chain: name, code, first line of its message without the values in it, and the place
 * where it was thrown.
 */
function keyOf(message: string, error: Error): string {
  const parts = [message];
  for (let cause: unknown = error; cause instanceof Error && parts.length < 10; cause = cause.cause) {
    const text = (cause.message.split('\n', 1)[0] ?? '').replaceAll(/\d+|"[^"]*"|'[^']*'/g, '#');
    parts.push(cause.name, String((cause as NodeJS.ErrnoException).code), text, thrownAt(cause));
  }
  return parts.join('\0').slice(0, MAX_KEY_LENGTH);
}

function thrownAt({ stack = '' }: Error): string {
  return /\n\s+at [^\n]*/.exec(stack)?.[0] ?? '';
}

function hasError(fields: unknown): fields is { err: Error } {
  return typeof fields === 'object' && fields !== null && 'err' in fields && fields.err instanceof Error;
}
