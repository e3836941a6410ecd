import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_CHANNEL, walletsChanged } from '../../server/domain/ground/verbs/events.ts';
import type { RelayedEvents } from '../../server/composition/relay.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A way for events between servers, and what a test does to it. */
export interface TestedBus {
  /** A server's end of it. */
  open(): Promise<RelayedEvents>;
  /** Breaks it for all servers and resolves once they can't be connected. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** What servers rely on, whatever carries their events. */
export function busContract(name: string, openBus: (database: TestDatabase) => Promise<TestedBus>): void {
  describe(`events of other servers by ${name}`, () => {
    let database: TestDatabase;
    let bus: TestedBus;
    let servers: RelayedEvents[] = [];
    beforeAll(async () => {
      database = await createTestDatabase();
      bus = await openBus(database);
    });
    afterAll(async () => {
      await bus.close();
      await database.close();
    });
    afterEach(async () => {
      await Promise.all(servers.map((server) => server.stop()));
      servers = [];
    });

    /** A server that keeps which wallets have changed. */
    const open = async () => {
      const server = await bus.open();
      servers.push(server);
      const wallets: string[] = [];
      const gaps: number[] = [];
      server.events.on('walletChanged', ({ playerIds }) => wallets.push(...playerIds));
      server.events.onReconnect((gapMs) => gaps.push(gapMs));
      return { ...server, wallets, gaps };
    };
    const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => BigInt(from + index));

    it('reach each of the others once and in order, and the own server at once', async () => {
      const [one, two, three] = [await open(), await open(), await open()];
      one.events.publish(...walletsChanged(ids(1, 3_001)));
      expect(one.wallets).toHaveLength(3_000);
      one.events.publish(...walletsChanged([9_999n]));
      const sent = [...ids(1, 3_001), 9_999n].map(String);
      await expect.poll(() => two.wallets.length, { timeout: 10_000 }).toBe(3_001);
      await expect.poll(() => three.wallets.length, { timeout: 10_000 }).toBe(3_001);
      expect(two.wallets).toEqual(sent);
      expect(three.wallets).toEqual(sent);
      // An answer by the same way: nothing more was under way.
      two.events.publish(...walletsChanged([5n]));
      await expect.poll(() => one.wallets.at(-1)).toBe('5');
      expect(one.wallets).toEqual([...sent, '5']);
    });

    it('are announced as missed after a break, and then come again', async () => {
      const [one, two] = [await open(), await open()];
      await bus.stop();
      await expect.poll(() => two.events.isWhole, { timeout: 20_000 }).toBe(false);
      await expect.poll(() => one.events.isWhole, { timeout: 20_000 }).toBe(false);
      await bus.start();
      await expect.poll(() => two.events.isWhole, { timeout: 20_000 }).toBe(true);
      expect(two.gaps).toEqual([expect.any(Number)]);
      expect(two.gaps[0]).toBeGreaterThan(0);
      await expect.poll(() => one.events.isWhole, { timeout: 20_000 }).toBe(true);
      two.events.publish(...walletsChanged([2n]));
      await expect.poll(() => one.wallets, { timeout: 20_000 }).toContain('2');
    });

    it('that a transaction sends reach the others when it commits, and not when it is undone', async () => {
      const [one, two] = [await open(), await open()];
      const ended: string[] = [];
      two.events.on('sessionsEnded', ({ sessionIds }) => ended.push(...sessionIds));
      const end = async (sessionId: string, commits: boolean) => {
        const transaction = database.db.transaction(async (tx) => {
          for (const payload of one.events.payloads([{ type: 'sessionsEnded', sessionIds: [sessionId] }])) {
            await tx.execute(sql`select pg_notify(${EVENT_CHANNEL}, ${payload})`);
          }
          if (!commits) throw new Error('undone');
        });
        if (commits) await transaction;
        else await expect(transaction).rejects.toThrow('undone');
      };
      await end('1', false);
      await end('2', true);
      await expect.poll(() => ended).toEqual(['2']);
    });
  });
}
