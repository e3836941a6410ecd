import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, inTransaction, openConnection, openDatabase } from '../../db/client.ts';
import { type ConnectionPurpose, limitsFor } from '../../db/limits.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FaultyWire } from '../support/faultyWire.ts';

/** 7 s become 1 s. */
const SCALE = 0.15;

let database: TestDatabase;
let wire: FaultyWire;
let open: Database[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  wire = await FaultyWire.open(database.address);
  open = [];
});
afterEach(async () => {
  await wire.close();
  await Promise.all(open.map((pool) => pool.close()));
});

function openPool(purpose: ConnectionPurpose, max = 3): Database {
  const pool = openDatabase(wire.address, { max, limits: limitsFor(purpose, SCALE) });
  open.push(pool);
  return pool;
}

const ask = ({ db }: Database) => db.execute(sql`select 1`);
/** Why a statement failed, unwrapped from Drizzle's error: the server's code or the client's message. */
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: Error) => {
      const { code, message } = (error.cause ?? error) as Error & { code?: string };
      return code ?? message;
    },
  );

describe('a pool whose connections are dead', () => {
  it('gives up a statement at its deadline, and all other connections with it', async () => {
    const pool = openPool('api');
    await Promise.all([ask(pool), ask(pool), ask(pool)]);
    wire.setPresent('drop');
    expect(await reasonOf(ask(pool))).toContain('no answer within 1050 ms');
    // Each of them would fail on one of those connections.
    await Promise.all([ask(pool), ask(pool), ask(pool)]);
  });

  it('gives up making a connection, and waiting for one', async () => {
    const pool = openPool('api', 1);
    wire.setAll('drop');
    const both = [ask(pool), ask(pool)].map(reasonOf);
    expect((await Promise.all(both)).every((reason) => /timeout/.test(reason))).toBe(true);
    wire.setAll('pass');
    // On a machine under load a connection can take longer than this test's short deadline.
    await vi.waitFor(() => ask(pool), { timeout: 20_000 });
  });

  it('gives up a transaction, and does not hand its connection out again', async () => {
    const pool = openPool('api', 1);
    const failing = inTransaction(pool.db, async (tx) => {
      await tx.execute(sql`select 1`);
      wire.setPresent('drop');
      await tx.execute(sql`select 2`);
    });
    expect(await reasonOf(failing)).toContain('no answer');
    expect((await pool.pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  });

  it('gives up a statement though others follow it on its connection', async () => {
    const limits = { ...limitsFor('api', SCALE), answerMs: 400 };
    const connection = await openConnection(wire.address, limits);
    wire.setPresent('drop');
    const first = reasonOf(connection.query('select 1'));
    // Each of them ends before the deadline of the previous one.
    const following = setInterval(() => void connection.query('select 2').catch(() => {}), 100);
    expect(await first).toContain('no answer within 400 ms');
    clearInterval(following);
  });

  it('gives statements that are answered one by one a deadline each', async () => {
    const connection = await openConnection(wire.address, { ...limitsFor('api', SCALE), answerMs: 2_000 });
    const slow = Array.from({ length: 8 }, () => connection.query('select pg_sleep(0.3)'));
    await expect(Promise.all(slow)).resolves.toHaveLength(8);
    await connection.end();
  });

  it('closes all the same', async () => {
    const pool = openPool('api');
    await ask(pool);
    let closed: Promise<void> | undefined;
    const late = inTransaction(pool.db, async (tx) => {
      await Promise.all([ask(pool), ask(pool)]);
      wire.setPresent('drop');
      closed = pool.close();
      await tx.execute(sql`select 1`);
    });
    open.length = 0;
    expect(await reasonOf(late)).not.toBe('none');
    await closed;
  });
});

describe('a server that takes too long', () => {
  it('has its statement ended by the database, and its waiting for a lock', async () => {
    const pool = openPool('api');
    expect(await reasonOf(pool.db.execute(sql`select pg_sleep(5)`))).toBe('57014');
    const waiting = inTransaction(database.db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(1)`);
      return reasonOf(pool.db.execute(sql`select pg_advisory_xact_lock(1)`));
    });
    expect(await waiting).toBe('55P03');
  });

  it('loses its transaction, and its locks with it, when nothing comes for too long', async () => {
    const pool = openPool('clock');
    const vanished = inTransaction(pool.db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(1)`);
      wire.setAll('drop');
      await inTransaction(database.db, (other) => other.execute(sql`select pg_advisory_xact_lock(1)`));
      throw new Error('the lock was free');
    });
    // Its lock is free again: else the other transaction would wait for it until the test's own deadline.
    expect(await reasonOf(vanished)).not.toBe('none');
    const { rows } = await database.pool.query(
      `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toEqual([]);
  });

  it('is cut when a transaction takes too long on the whole, statement by statement', async () => {
    const pool = openPool('api');
    const slow = inTransaction(pool.db, async (tx) => {
      for (;;) await tx.execute(sql`select pg_sleep(0.1)`);
    });
    expect(await reasonOf(slow)).toContain('took longer than 3000 ms');
  });
});
