import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openListener, type Listener } from '../../db/listener.ts';
import { limitsFor } from '../../db/limits.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FaultyWire } from '../support/faultyWire.ts';
import { databaseUrl } from '../support/databaseUrl.ts';

const limits = limitsFor('listener', 0.3);

describe('a listener', () => {
  let database: TestDatabase;
  let wire: FaultyWire;
  let listener: Listener;
  let received: string[];

  beforeEach(async () => {
    database = await createTestDatabase();
    wire = await FaultyWire.open(database.address);
    received = [];
    const events = {
      onMessage: (payload: string) => received.push(payload),
      onLost: () => received.push('(lost)'),
      onReconnect: () => received.push('(again)'),
    };
    listener = await openListener(wire.address, 'news', events, limits);
  });
  afterEach(async () => {
    await wire.close();
    await listener.close();
    await database.close();
  });

  const notify = (payload: string) => database.pool.query("select pg_notify('news', $1)", [payload]);

  it('reports when its connection breaks, and listens again', async () => {
    await notify('one');
    await expect.poll(() => received).toEqual(['one']);
    wire.cut();
    await expect.poll(() => received).toEqual(['one', '(lost)', '(again)']);
    await notify('two');
    await expect.poll(() => received.at(-1)).toBe('two');
  });

  it('reconnects when nothing comes from the other end any more', async () => {
    wire.setPresent('drop');
    await notify('unheard');
    await expect.poll(() => received, { timeout: 10_000 }).toEqual(['(lost)', '(again)']);
    await notify('heard');
    await expect.poll(() => received.at(-1)).toBe('heard');
  });

  it('reconnects when its own messages stay away, as behind a pooler, and refuses to start there', async () => {
    wire.setPresent('deaf');
    await expect.poll(() => received).toEqual(['(lost)', '(again)']);
    wire.setAll('deaf');
    const starting = openListener(wire.address, 'news', { onMessage() {}, onLost() {}, onReconnect() {} }, limits);
    await expect(starting).rejects.toThrow(/^DATABASE_URL leads to a pooler.* pool_mode = session/);
  });

  it('refuses to start where another session answers from one transaction to the next', async () => {
    await database.pool.query(`
      create sequence public.server_pids;
      create function public.pg_backend_pid() returns int language sql as $$ select nextval('public.server_pids')::int $$`);
    const pooled = new URL(databaseUrl(database.address));
    pooled.searchParams.set('options', '-c search_path=public,pg_catalog');
    const events = { onMessage() {}, onLost() {}, onReconnect() {} };
    const starting = openListener({ connectionString: pooled.href }, 'news', events, limits);
    await expect(starting.then((opened) => opened.close())).rejects.toThrow(/^DATABASE_URL leads to a pooler/);
  });
});
