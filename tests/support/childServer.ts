import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { ReachableServer } from './world/people.ts';
import type { ServerAddress } from './postgres.ts';

/** A server in a process of its own, for tests that kill it or open it in a browser. */
export interface ChildServer extends ReachableServer {
  /** Milliseconds since the epoch on the server's clock. */
  now(): Promise<number>;
  /** Moves the server's clock ahead by `ms`. */
  advance(ms: number): Promise<void>;
  /** Resolves when the games have caught up with the clock. */
  idle(): Promise<void>;
  /** SIGKILL. The database stays; its creator closes it. */
  kill(): Promise<void>;
  /** Stops in order, and drops the database if it is the server's own. */
  stop(): Promise<void>;
}

export interface ChildSetup {
  readonly address: ServerAddress;
  /**
   * `manual` changes only when moved; `moving` runs like a real one and can be moved ahead. The database's clock
   * follows both. `lone` is a manual one that the database's clock doesn't follow.
   */
  readonly clock: 'manual' | 'moving' | 'lone';
  /** Initial instant of a manual clock, in milliseconds since the epoch; default: TEST_START. */
  readonly startsAt?: number | undefined;
  readonly env: Record<string, string>;
  /** Multiplies the deadlines of the server's connections; default: 1, as in production. */
  readonly deadlineScale?: number | undefined;
}

export interface ChildRequest {
  readonly id: number;
  readonly action: 'now' | 'advance' | 'idle' | 'stop';
  readonly ms: number;
}

export interface ChildAnswer {
  readonly id: number;
  readonly now: number;
  readonly url?: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ChildServerOptions {
  /** Default: one of its own, dropped with the server. Given: several servers share it. */
  database?: TestDatabase;
  clock?: ChildSetup['clock'];
  startsAt?: ChildSetup['startsAt'];
  env?: Record<string, string>;
  deadlineScale?: ChildSetup['deadlineScale'];
  /** Folder of the checkout that it runs from; default: this one. */
  root?: string;
}

export async function startChildServer({
  database: shared,
  clock = 'manual',
  startsAt,
  env = {},
  deadlineScale,
  root = ROOT,
}: ChildServerOptions = {}): Promise<ChildServer> {
  const database = shared ?? (await createTestDatabase());
  const setup: ChildSetup = { address: database.address, clock, startsAt, env, deadlineScale };
  const program = join(root, 'tests/support/serverChild.ts');
  const child = fork(join(root, 'server/build/run.mjs'), [program, JSON.stringify(setup)], { execArgv: [] });
  const { url } = await answerOf(child, 0);
  if (url === undefined) throw new Error('The child server did not say where it listens.');

  let lastId = 0;
  const ask = (action: ChildRequest['action'], ms = 0): Promise<ChildAnswer> => {
    const id = ++lastId;
    const answered = answerOf(child, id);
    child.send({ id, action, ms } satisfies ChildRequest);
    return answered;
  };
  return {
    url,
    database,
    now: async () => (await ask('now')).now,
    advance: async (ms) => void (await ask('advance', ms)),
    idle: async () => void (await ask('idle')),
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      const gone = once(child, 'exit');
      await ask('stop');
      await gone;
      if (!shared) await database.close();
    },
  };
}

/** The child's answer to request `id`; rejects when it exits without one. */
function answerOf(child: ChildProcess, id: number): Promise<ChildAnswer> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: ChildAnswer) => {
      if (answer.id !== id) return;
      forget();
      resolve(answer);
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      forget();
      reject(new Error(`The child server ended (${signal ?? `status ${code}`}) before it answered.`));
    };
    const forget = () => child.off('message', onMessage).off('exit', onExit);
    child.on('message', onMessage).on('exit', onExit);
  });
}
