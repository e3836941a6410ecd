import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../db/client.ts';
import { sessions } from '../../db/schema/accounts.ts';
import { SessionReads } from '../../server/domain/accounts/sessions/sessionReads.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { tamper } from '../support/tamper.ts';
import { givenPlayers } from '../support/world/bulk.ts';

const PLAYERS = 200;
const MINUTE = 60_000;

let database: TestDatabase;
let domain: TestDomain;
let players: bigint[];
let statements: ReturnType<typeof vi.spyOn>;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  players = await givenPlayers(domain, PLAYERS);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => database.close());

/** A session of each player, last seen now. */
async function givenSessions(): Promise<bigint[]> {
  const now = new Date(domain.clock.now());
  const rows = await domain.owner
    .insert(sessions)
    .values(
      players.map((userId) => ({
        userId,
        refreshHash: randomBytes(32),
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + 60 * MINUTE),
      })),
    )
    .returning({ id: sessions.id });
  return rows.map(({ id }) => id);
}

function reader(): SessionReads {
  const { db } = domain.services;
  statements = vi.spyOn(db.$client, 'connect');
  return new SessionReads(db, domain.clock);
}

/** As no verb does: the session goes on. */
const setStatus = (userId: bigint, status: 'active' | 'deactivated') =>
  tamper(
    database,
    `update users set status = '${status}', deactivated_at = ${status === 'active' ? 'null' : 'now()'} where id = ${userId}`,
  );

async function seenAt(id: bigint): Promise<number | undefined> {
  const [row] = await domain.owner.select().from(sessions).where(eq(sessions.id, id));
  return row?.lastSeenAt.getTime();
}

describe('sessions that are read at the same time', () => {
  it('share a statement, and each caller gets its own', async () => {
    const [ids, reads] = [await givenSessions(), reader()];
    const found = await Promise.all(ids.map((id) => reads.find(id)));
    expect(found.map((one) => [one?.id, one?.userId])).toEqual(ids.map((id, at) => [id, players[at]]));
    expect(found[0]).toMatchObject({ kind: 'player', roles: [], hasSecondFactor: false });
    expect(statements).toHaveBeenCalledTimes(1);
  });

  it('that come while two statements are under way share the next one', async () => {
    const [ids, reads] = [await givenSessions(), reader()];
    const all = await inTransaction(domain.owner, async (tx) => {
      await tx.execute(sql`lock table sessions in access exclusive mode`);
      const asked: Promise<unknown>[] = [];
      for (const [at, id] of ids.entries()) {
        asked.push(reads.find(id));
        if (at < 10) await new Promise((resolve) => setImmediate(resolve));
      }
      return asked;
    });
    expect(await Promise.all(all)).toHaveLength(PLAYERS);
    expect(statements.mock.calls.length).toBeLessThanOrEqual(4);
  });

  it('leave out those that have ended or are not there, and users who are not active', async () => {
    const [ids, reads] = [await givenSessions(), reader()];
    const [ended = 0n, deactivated = 0n, active = 0n] = ids;
    await domain.owner.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.id, ended));
    const [player = 0n] = players.slice(1);
    await setStatus(player, 'deactivated');
    const found = await Promise.all([ended, deactivated, 0n, active].map((id) => reads.find(id)));
    await setStatus(player, 'active');
    expect(found.map((one) => one?.id)).toEqual([undefined, undefined, undefined, active]);
  });

  it('are recorded as seen once a minute, all in one statement', async () => {
    const [ids, reads] = [await givenSessions(), reader()];
    const first = ids[0] as bigint;
    const began = domain.clock.now();
    domain.clock.advance(MINUTE - 1);
    await Promise.all(ids.map((id) => reads.find(id)));
    await reads.written();
    expect(await seenAt(first)).toBe(began);
    domain.clock.advance(1);
    statements.mockClear();
    await Promise.all(ids.map((id) => reads.find(id)));
    await reads.written();
    expect(await Promise.all(ids.map(seenAt))).toEqual(ids.map(() => began + MINUTE));
    expect(statements).toHaveBeenCalledTimes(2);
  });

  it('wait for no lock on one of them', async () => {
    const [ids, reads] = [await givenSessions(), reader()];
    const [locked = 0n, free = 0n] = ids;
    const began = domain.clock.now();
    domain.clock.advance(MINUTE);
    await inTransaction(domain.owner, async (tx) => {
      await tx.execute(sql`select from sessions where id = ${locked} for update`);
      await Promise.all(ids.map((id) => reads.find(id)));
      await reads.written();
    });
    expect(await seenAt(locked)).toBe(began);
    expect(await seenAt(free)).toBe(began + MINUTE);
  });

  it('fail together when the database gives no answer, and not the next ones', async () => {
    const [ids, reads] = [await givenSessions(), reader()];
    statements.mockImplementationOnce((callback: (error: Error) => void) => callback(new Error('no answer')));
    const outcomes = await Promise.allSettled(ids.map((id) => reads.find(id)));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await reads.find(ids[0] as bigint)).toMatchObject({ id: ids[0] });
  });
});
