import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { knownDevices, linkTokens, mails, sessions, tokenBuckets } from '../../db/schema/accounts.ts';
import { betKeys } from '../../db/schema/bets.ts';
import { notifications } from '../../db/schema/support.ts';
import { idempotencyKeys } from '../../db/schema/wallet.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenPlayer, rowIdOf } from '../support/world/people.ts';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A row of each kind that is kept for a time only, which has long passed. */
async function leaveOldRows(userId: bigint): Promise<void> {
  const { db } = server.database;
  const times = { createdAt: LONG_AGO, expiresAt: LONG_AGO };
  await db.insert(sessions).values({ ...times, userId, refreshHash: randomBytes(32), lastSeenAt: LONG_AGO });
  await db.insert(linkTokens).values({ ...times, userId, purpose: 'sign_in', secretHash: randomBytes(32) });
  await db.insert(knownDevices).values({ ...times, userId, tokenHash: randomBytes(32), lastUsedAt: LONG_AGO });
  await db.insert(tokenBuckets).values({ key: randomBytes(32), fullAt: LONG_AGO });
  await db
    .insert(mails)
    .values({ recipient: 'a@example.com', subject: 'old', createdAt: LONG_AGO, nextAttemptAt: LONG_AGO });
  await db.insert(notifications).values({ userId, kind: 'ROUND_WON', data: {}, cause: 'old', createdAt: LONG_AGO });
  const key = randomUUID();
  const fingerprint = randomBytes(32);
  await db
    .insert(idempotencyKeys)
    .values({ userId, operation: 'old', key, fingerprint, answer: {}, createdAt: LONG_AGO });
  await db.insert(betKeys).values({ playerId: userId, key, betId: 1n, createdAt: LONG_AGO });
}

const tables = {
  sessions: 'expires_at',
  link_tokens: 'expires_at',
  known_devices: 'expires_at',
  token_buckets: 'full_at',
  mails: 'created_at',
  notifications: 'created_at',
  idempotency_keys: 'created_at',
  bet_keys: 'created_at',
};

/** The tables that hold rows of long ago. */
async function tablesWithOldRows(): Promise<string[]> {
  const found: string[] = [];
  for (const [table, instant] of Object.entries(tables)) {
    const old = sql`select from ${sql.raw(table)} where ${sql.raw(instant)} <= ${LONG_AGO.toISOString()}`;
    if ((await rawQuery(server.database.db, old)).length > 0) found.push(table);
  }
  return found;
}

describe('a running server', () => {
  it('deletes what is kept for a time, every ten minutes', async () => {
    const player = await givenPlayer(server);
    await leaveOldRows(rowIdOf(server, player));
    const later = () => {
      server.clock.advance(10 * 60_000);
      return tablesWithOldRows();
    };
    await expect.poll(later, { timeout: 20_000, interval: 500 }).toEqual([]);
  });

  it('logs the head of the audit log every hour', async () => {
    const logged = vi.spyOn(server.services.log, 'info');
    const heads = () => logged.mock.calls.filter(([, what]) => what === 'audit log head').length;
    for (const hours of [1, 2]) {
      server.clock.advance(60 * 60_000);
      await expect.poll(heads, { timeout: 20_000 }).toBe(hours);
    }
    logged.mockRestore();
  });
});
