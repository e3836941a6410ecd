import { ManualClock } from '../../../server/platform/clock.ts';
import { type ChildServer, startChildServer } from '../../support/childServer.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { setDatabaseClock } from '../../support/databaseClock.ts';
import { startTestServer, TEST_START } from '../../support/server.ts';
import { Clients } from './calls.ts';
import { createLog } from '../../../server/platform/log.ts';
import { FaultyLink } from './faultyLink.ts';

const MAX_ROUND_MS = 180_000;
/** Of the servers in this process: enough for what preceded a failure. */
const KEPT_ERRORS = 20;

/** One of the servers on a world's database. */
export interface WorldServer {
  readonly link: FaultyLink;
  readonly url: string;
  /** How far its clock is behind the others. */
  behindMs: number;
  setTime(instant: number): Promise<void>;
  /** Resolves when its games have caught up with its clock. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Environment in which histories run one after the other: two servers on one database, and a third that can be killed.
 */
export class World {
  readonly database: TestDatabase;
  readonly clients = new Clients();
  /** What its servers have logged last as errors: the faults, and causes of failures that callers see as "Server error". */
  readonly errors: readonly string[];
  readonly #servers: WorldServer[];
  #killable: KillableServer | undefined;
  #starting: Promise<KillableServer> | undefined;
  #now: number;
  /** Histories so far: each has keys and references of its own. */
  histories = 0;

  private constructor(database: TestDatabase, servers: WorldServer[], errors: readonly string[], now: number) {
    this.database = database;
    this.errors = errors;
    this.#servers = servers;
    this.#now = now;
  }

  static async open(): Promise<World> {
    const database = await createTestDatabase();
    setDatabaseClock(database.address, TEST_START, 'still');
    const errors: string[] = [];
    const servers = [await startHere(database, errors), await startHere(database, errors)];
    return new World(database, servers, errors, TEST_START);
  }

  get now(): number {
    return this.#now;
  }

  /** Server 2 is the one that can be killed; started when it is first used and restarted after each kill. */
  async server(index: number): Promise<WorldServer> {
    const permanent = this.#servers[index];
    if (permanent) return permanent;
    if (this.#killable && !this.#killable.dead) return this.#killable;
    this.#starting ??= this.#startKillable();
    return this.#starting;
  }

  /** The running servers: nothing is started or awaited. */
  get running(): WorldServer[] {
    return this.#killable && !this.#killable.dead ? [...this.#servers, this.#killable] : this.#servers;
  }

  /** From now on no armed fault triggers. */
  disarm(): void {
    for (const { link } of this.running) link.disarm();
  }

  /** Kills server 2 at once. */
  kill(server: WorldServer): void {
    if (!(server instanceof KillableServer)) throw new Error('only server 2 can be killed');
    if (!server.dead) server.kill();
  }

  async #startKillable(): Promise<KillableServer> {
    await this.#killable?.ended;
    const killable = await KillableServer.start(this.database, this.#now);
    await killable.setTime(this.#now);
    this.#starting = undefined;
    this.#killable = killable;
    return killable;
  }

  async setTime(instant: number): Promise<void> {
    this.#now = instant;
    setDatabaseClock(this.database.address, instant, 'still');
    await Promise.all(this.running.map((server) => server.setTime(instant - server.behindMs)));
  }

  /** Lets all rounds end. Returns whether they have been settled. */
  async playOn(): Promise<boolean> {
    for (let tries = 0; tries < 5; tries++) {
      await this.setTime(this.#now + 2 * MAX_ROUND_MS);
      await Promise.all(this.running.map((server) => server.idle()));
    }
    const { rows } = await this.database.pool.query(
      `select 1 from contests where state <> 'SETTLED' and ends_at <= $1`,
      [new Date(this.#now)],
    );
    return rows.length === 0;
  }

  /** Sets a server's clock behind by this much. */
  async setBehind(server: WorldServer, behindMs: number): Promise<void> {
    server.behindMs = behindMs;
    await server.setTime(this.#now - behindMs);
  }

  async close(): Promise<void> {
    this.clients.close();
    await this.#starting?.catch(() => {});
    await this.#killable?.stop();
    for (const server of this.#servers) await server.stop();
    await this.database.close();
  }
}

async function startHere(database: TestDatabase, errors: string[]): Promise<WorldServer> {
  const link = await FaultyLink.open(database.address);
  const clock = new ManualClock(TEST_START);
  const server = await startTestServer({
    database: { ...database, address: link.address },
    clock,
    log: createLog('error', {
      write(line) {
        errors.push(line);
        if (errors.length > KEPT_ERRORS) errors.shift();
      },
    }),
  });
  return {
    link,
    url: server.url,
    behindMs: 0,
    setTime: async (instant) => clock.set(instant),
    idle: () => server.contestClock.idle(),
    async stop() {
      await server.stop();
      await link.close();
    },
  };
}

/** A server in a process of its own, to be killed. */
class KillableServer implements WorldServer {
  readonly link: FaultyLink;
  behindMs = 0;
  readonly #child: ChildServer;
  #now: number;
  dead = false;
  /** Resolves when it has been killed and is gone. */
  ended: Promise<void> = Promise.resolve();

  private constructor(link: FaultyLink, child: ChildServer, now: number) {
    this.link = link;
    this.#child = child;
    this.#now = now;
  }

  static async start(database: TestDatabase, now: number): Promise<KillableServer> {
    const link = await FaultyLink.open(database.address);
    const child = await startChildServer({
      database: { ...database, address: link.address },
      clock: 'lone',
      startsAt: now,
      env: { LOG_LEVEL: 'silent' },
    });
    return new KillableServer(link, child, now);
  }

  get url(): string {
    return this.#child.url;
  }

  async setTime(instant: number): Promise<void> {
    const ms = instant - this.#now;
    this.#now = instant;
    await this.#unlessDead(this.#child.advance(ms));
  }

  async idle(): Promise<void> {
    await this.#unlessDead(this.#child.idle());
  }

  kill(): void {
    this.dead = true;
    this.ended = this.#child.kill().then(() => this.link.close());
  }

  async stop(): Promise<void> {
    if (this.dead) return this.ended;
    await this.#child.stop();
    await this.link.close();
  }

  /** A request to a process that is killed meanwhile has no answer. */
  async #unlessDead(asked: Promise<void>): Promise<void> {
    await asked.catch((error: unknown) => {
      if (!this.dead) throw error;
    });
  }
}
