import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openConnection } from '../../db/client.ts';
import { type ConnectionPurpose, limitsFor } from '../../db/limits.ts';
import type { Paise } from '../../db/columns.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { expectLockWait, holdLocks } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FaultyWire } from '../support/faultyWire.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenPlayer, rowIdOf } from '../support/world/people.ts';

const purposes = ['api', 'clock', 'lane', 'waitingBet', 'roundHold', 'listener', 'background'] as const;

/** The server's side of the deadlines of a connection, in milliseconds, as its session has them. */
interface SessionSettings {
  statement: string;
  lock: string;
  idleInTransaction: string;
  idle: string;
}

function settingsFor(purpose: ConnectionPurpose): SessionSettings {
  const { statementMs, lockMs, idleInTransactionMs, idleMs } = limitsFor(purpose);
  return {
    statement: String(statementMs),
    lock: String(lockMs),
    idleInTransaction: String(idleInTransactionMs),
    idle: String(idleMs),
  };
}

async function settingsOf(client: pg.Client): Promise<SessionSettings | undefined> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name ~ '_timeout$'`,
  );
  const setting = (name: string) => rows.find((row) => row.name === name)?.setting ?? '';
  return {
    statement: setting('statement_timeout'),
    lock: setting('lock_timeout'),
    idleInTransaction: setting('idle_in_transaction_session_timeout'),
    idle: setting('idle_session_timeout'),
  };
}

describe('the connections of a server', () => {
  let database: TestDatabase;
  let wire: FaultyWire;
  let server: TestServer;
  const clients = new Set<pg.Client>();
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  beforeAll(async () => {
    database = await createTestDatabase();
    wire = await FaultyWire.open(database.address);
    const connect = vi.spyOn(pg.Client.prototype, 'connect');
    server = await startTestServer({ database, through: wire, deadlineScale: 1 });
    await useEveryPurpose();
    for (const client of connect.mock.contexts as pg.Client[])
      if (client.port === wire.address.port) clients.add(client);
    connect.mockRestore();
  });
  afterAll(async () => {
    keepAlive.mockRestore();
    await server.stop();
    await wire.close();
    await database.close();
  });

  /** The pools of the API, the clock and the background work are used from the start. */
  async function useEveryPurpose(): Promise<void> {
    const { services, clock } = server;
    const player = await givenPlayer(server, { rupees: 100 });
    const playerId = rowIdOf(server, player);
    const { gameId, gameType } = slotAt('sapreThree', clock.now());
    const contest = await contestByGameId(contextFor(services, { kind: 'system' }), gameId);
    const release = await holdLocks(database, 'select from ledger_accounts where player_id = $1 for no key update', [
      playerId,
    ]);
    const placing = services.bets.place({
      playerId,
      contestId: contest?.id ?? 0n,
      gameType,
      selection: 1,
      amount: 1_000n as Paise,
      key: randomUUID(),
      receivedAt: new Date(clock.now()),
    });
    // Until the bet waits for the lock in the database.
    await expectLockWait(database);
    await release();
    expect(await placing).toMatchObject({ outcome: 'placed' });
  }

  it('have the deadlines of their purpose in the database', async () => {
    const all = await Promise.all([...clients].map((client) => settingsOf(client).catch(() => undefined)));
    for (const purpose of purposes) expect(all, purpose).toContainEqual(settingsFor(purpose));
    const known = [...purposes, 'command' as const, 'audit' as const].map(settingsFor);
    for (const settings of all) if (settings) expect(known).toContainEqual(settings);
  });

  it('are one of the owner at the start, and none of the audit before it is due', async () => {
    expect([...clients].filter(({ user }) => user === wire.address.user)).toHaveLength(1);
    const all = await Promise.all([...clients].map((client) => settingsOf(client).catch(() => undefined)));
    expect(all).not.toContainEqual(settingsFor('audit'));
  });

  it('have keepalives of TCP from 10 s on', () => {
    expect(clients.size).toBeGreaterThanOrEqual(purposes.length);
    for (const { connection } of clients) {
      const calls = keepAlive.mock.calls.filter((_call, at) => keepAlive.mock.contexts[at] === connection.stream);
      expect(calls).toEqual([[true, 10_000]]);
    }
  });
});

describe('a connection outside of the pools', () => {
  it('is given up when the server doesn’t answer in time', async () => {
    const database = await createTestDatabase();
    const wire = await FaultyWire.open(database.address);
    wire.setAll('drop');
    await expect(openConnection(wire.address, { ...limitsFor('lane'), connectMs: 200 })).rejects.toThrow(/timeout/);
    await wire.close();
    await database.close();
  });
});
