import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { endWithin } from '../deadline.ts';
import { ensureAppRole } from '../roles.ts';
import { stopPostmaster, quitPostmaster } from './postmaster.ts';
import { hasStartupProcess } from './recovery.ts';
import { RefusedTime } from './refusedTime.ts';
import { limitServerLog } from './serverLog.ts';

/** SQLSTATE cannot_connect_now: starting, recovering, or shutting down. */
const CANNOT_CONNECT_NOW = '57P03';
const LAST_LINES = 10;

/** By which a database that hangs is noticed. Times in milliseconds. */
export interface HangRules {
  /** So long it may accept no connection without recovering. */
  readonly hangMs: number;
  /** Between two attempts to connect. */
  readonly checkMs: number;
  /** For one attempt. */
  readonly connectMs: number;
  /** From SIGQUIT to SIGKILL. */
  readonly killMs: number;
  /** Whether the database with this postmaster recovers, which may take long. */
  readonly isRecovering: (pid: number) => boolean;
}

/** Elsewhere than on Linux a recovery looks like a hang (recovery.ts), so it gets five minutes. */
export const hangRules: HangRules = {
  hangMs: process.platform === 'linux' ? 60_000 : 300_000,
  checkMs: 5_000,
  connectMs: 10_000,
  // PostgreSQL itself ends processes that ignore SIGQUIT after 5 s.
  killMs: 6_000,
  isRecovering: hasStartupProcess,
};

export interface SupervisedOptions {
  /** The database's own, as its owner. */
  readonly address: pg.ClientConfig & { database: string };
  readonly appPassword: string | undefined;
  readonly logFile: string;
  readonly rules: HangRules;
  /** So long a start may accept no connection without recovering. */
  readonly startTimeoutMs: number;
}

export interface SupervisedPostmaster {
  /** Resolves when the process ends without a call of stop(). */
  readonly crashed: Promise<Error>;
  /** Fast shutdown, and after a timeout an immediate one. */
  stop(): Promise<void>;
  /** Immediate shutdown: committed data is safe, the next start recovers. */
  quit(): Promise<void>;
}

/**
 * Waits until the database accepts connections. From then on a database that accepts none for `hangMs`, and does not recover
 * meanwhile, is ended, which resolves `crashed`. When this process exits, the database gets SIGQUIT.
 */
export async function supervise(child: ChildProcess, options: SupervisedOptions): Promise<SupervisedPostmaster> {
  const { logFile, rules } = options;
  let stopping = false;
  let hung: string | undefined;
  const ended = new Promise<Error>((resolveEnded) => {
    child.once('error', resolveEnded);
    child.once('exit', (code, signal) =>
      resolveEnded(endOf(hung ?? `The database process ended (${signal ?? `status ${code}`}).`, logFile)),
    );
  });
  const quitOnExit = () => void child.kill('SIGQUIT');
  process.once('exit', quitOnExit);
  const over = new AbortController();
  const stopLimitingLog = limitServerLog(logFile);
  void ended.then(() => {
    over.abort();
    stopLimitingLog();
    process.off('exit', quitOnExit);
  });
  const stop = async () => {
    stopping = true;
    over.abort();
    await stopPostmaster(child, rules.killMs);
  };
  try {
    await Promise.race([waitUntilReady(child, options, over.signal), ended.then((error) => Promise.reject(error))]);
  } catch (error) {
    // A fast shutdown of one that hangs would only be waited for.
    if (error instanceof HungError) await quitPostmaster(child, rules.killMs);
    await stop();
    throw error;
  }
  void watch(child, options, over.signal).then((reason) => {
    if (reason === null) return;
    hung = reason;
    void quitPostmaster(child, rules.killMs);
  });
  return {
    crashed: new Promise((resolveCrashed) => void ended.then((error) => stopping || resolveCrashed(error))),
    stop,
    quit: () => quitPostmaster(child, rules.killMs),
  };
}

/** The database has accepted no connection for too long at its start. */
class HungError extends Error {
  override readonly name = 'HungError';
}

function endOf(what: string, logFile: string): Error {
  const lastLines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  return new Error(`${what} Its log, ${logFile}, ends:\n${lastLines}`);
}

/** Tries to connect until `over`; resolves to why the database counts as hanging, or to null when it is over before. */
async function watch(child: ChildProcess, options: SupervisedOptions, over: AbortSignal): Promise<string | null> {
  const { hangMs, checkMs } = options.rules;
  const refused = new RefusedTime();
  for (;;) {
    await delay(checkMs, undefined, { signal: over, ref: false }).catch(() => {});
    if (over.aborted) return null;
    const refusal = await refusalOf(options);
    if (refusal === null || isRecovering(child, options)) refused.reset();
    else if (refused.refused() >= hangMs && !over.aborted) {
      return hungFor(hangMs, refusal);
    }
  }
}

function hungFor(ms: number, refusal: string): string {
  return `The database has accepted no connection for ${Math.round(ms / 1_000)} s (${refusal}), and was ended.`;
}

/** Why the database accepts no connection now; null when it accepts them. Any answer but one is an acceptance. */
async function refusalOf(options: SupervisedOptions): Promise<string | null> {
  const client = clientOf(options);
  try {
    await client.connect();
    return null;
  } catch (error) {
    const { code, message } = error as Error & { code?: unknown };
    return error instanceof pg.DatabaseError && code !== CANNOT_CONNECT_NOW ? null : message;
  } finally {
    void endWithin(client, options.rules.connectMs).catch(() => {});
  }
}

function isRecovering({ pid }: ChildProcess, { rules }: SupervisedOptions): boolean {
  return pid !== undefined && rules.isRecovering(pid);
}

function clientOf({ address, rules }: SupervisedOptions): pg.Client {
  const client = new pg.Client({ ...address, database: 'postgres', connectionTimeoutMillis: rules.connectMs });
  client.on('error', () => {});
  return client;
}

/**
 * Waits until the server accepts connections (after a crash it first recovers), then creates the database and the role
 * if missing.
 */
async function waitUntilReady(child: ChildProcess, options: SupervisedOptions, over: AbortSignal): Promise<void> {
  const { address, appPassword, logFile, startTimeoutMs } = options;
  const refused = new RefusedTime();
  for (;;) {
    const client = clientOf(options);
    try {
      await client.connect();
    } catch (error) {
      if (over.aborted) throw error;
      if (isRecovering(child, options)) refused.reset();
      else if (refused.refused() >= startTimeoutMs)
        throw new HungError(endOf(hungFor(startTimeoutMs, (error as Error).message), logFile).message);
      await delay(25);
      continue;
    }
    const { rowCount } = await client.query('select from pg_database where datname = $1', [address.database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(address.database)}`);
    await ensureAppRole(client, appPassword);
    await client.end();
    return;
  }
}
