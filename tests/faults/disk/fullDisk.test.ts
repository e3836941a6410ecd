import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { keyUuid } from '../../../server/domain/wallet/idempotency.ts';
import type { Person } from '../../support/world/people.ts';
import {
  ask,
  betOf,
  endReal,
  givenRealPlayer,
  longestOpen,
  postmasterOf,
  type RealServer,
  readyz,
  runCommand,
  smallDisk,
  startReal,
} from './realServer.ts';

const MEGABYTES = 320;
const ROUNDS = 10;
const AGAIN_WITHIN_MS = 2_000;
/** Bets while the disk fills, and again while it is full. */
const BETS = 20;
/** What a round of the test needs of a round of the game. */
const OPEN_MS = 10_000;

let disk: ReturnType<typeof smallDisk>;
let server: RealServer;
let player: Person;

beforeAll(async () => {
  disk = smallDisk(MEGABYTES);
  // 0: the server does not stop bets itself, so that PostgreSQL meets the full disk.
  server = await startReal(join(disk.folder, 'data'), { MIN_FREE_BYTES: '0' });
  player = await givenRealPlayer(server);
  // Each row fills a page, and is not compressed: a file must grow.
  await ask(server, `create table filler (v text); alter table filler alter column v set storage plain`);
});
afterEach(() => free());
afterAll(async () => {
  try {
    await endReal(server);
  } finally {
    disk.remove();
  }
});

/** Writes a file until no more than `left` bytes are left. */
function fill(left = 0): void {
  const file = openSync(join(disk.folder, 'filler'), 'w');
  const { bsize, bavail } = statfsSync(disk.folder);
  try {
    for (let bytes = bsize * bavail - left; bytes > 0; bytes -= bsize) writeSync(file, Buffer.alloc(bsize));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

function free(): void {
  rmSync(join(disk.folder, 'filler'), { force: true });
}

/** Inserts pages until PostgreSQL answers that the disk is full, which leaves it nothing of what fill() could not take. */
async function meetFullDisk(): Promise<void> {
  const insert = `insert into filler select repeat(md5(i::text), 200) from generate_series(1, 30000) i`;
  await expect(ask(server, insert)).rejects.toMatchObject({ code: '53100' });
}

/** More of the log than one segment: the next one must be there already. */
async function fillSegment(): Promise<void> {
  await ask(server, `select pg_logical_emit_message(false, '', repeat('a', 20 * 1024 * 1024))`);
}

async function acknowledged(keys: readonly string[]): Promise<string[]> {
  const statuses = await Promise.all(keys.map((key) => betOf(server, player, key)));
  return keys.filter((_key, index) => statuses[index] === '200');
}

const newKeys = () => Array.from({ length: BETS }, () => randomUUID());

/** Reads one after the other until `stop`, which resolves to the number of those that were served, and what else was answered. */
function readOn(): { stop: () => Promise<{ served: number; failed: string[] }> } {
  const stopped = new AbortController();
  const failed: string[] = [];
  let served = 0;
  const reading = (async () => {
    while (!stopped.signal.aborted) {
      const { status } = await readyz(server);
      if (status !== 200) failed.push(`readyz ${status}`);
      const answer = await player.execute('{ viewer { wallet { available } } }').catch((error: unknown) => ({ error }));
      if ('viewer' in answer && answer.viewer) served += 1;
      else failed.push(JSON.stringify(answer));
      await nextTurn();
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await reading;
      return { served, failed };
    },
  };
}

/** Places bets one after the other until one is acknowledged: its key, and milliseconds until its answer. */
async function nextBet(): Promise<{ key: string; ms: number; refusals: string[] }> {
  const since = performance.now();
  const refusals: string[] = [];
  for (;;) {
    const key = randomUUID();
    const status = await betOf(server, player, key);
    if (status === '200') return { key, ms: performance.now() - since, refusals };
    refusals.push(status);
    if (refusals.length > 10_000) throw new Error(`No bet is placed: ${refusals.at(-1)}`);
  }
}

/** Of these keys those that have no bet in the database. */
async function lost(keys: readonly string[]): Promise<string[]> {
  const rows = await ask<{ key: string }>(server, 'select key from bet_keys join bets on bets.id = bet_id');
  const kept = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !kept.has(keyUuid(key)));
}

it('ten full disks: reads are served throughout, bets again within 2 s, and no acknowledged bet is lost', async () => {
  const placed: string[] = [];
  const postmaster = postmasterOf(server);
  for (let round = 0; round < ROUNDS; round += 1) {
    await expect.poll(() => longestOpen().closesAt - Date.now(), { timeout: 60_000 }).toBeGreaterThan(OPEN_MS);
    // What a bet takes on this machine now, with a disk that has space.
    const usual = await nextBet();
    const reads = readOn();
    const during = acknowledged(newKeys());
    fill();
    await meetFullDisk();
    await fillSegment();
    placed.push(usual.key, ...(await during), ...(await acknowledged(newKeys())));
    free();
    const again = await nextBet();
    placed.push(again.key);
    // As every five minutes.
    await ask(server, 'checkpoint');
    const { served, failed } = await reads.stop();
    expect(failed).toEqual([]);
    expect(served).toBeGreaterThan(0);
    expect(again.ms, again.refusals.join()).toBeLessThan(AGAIN_WITHIN_MS + usual.ms);
  }
  expect(placed.length).toBeGreaterThanOrEqual(2 * ROUNDS);
  expect(await lost(placed)).toEqual([]);
  expect(postmasterOf(server)).toBe(postmaster);
  expect(readFileSync(join(server.dataDir, 'postgres.log'), 'utf8')).not.toContain('PANIC');
}, 600_000);

/** Its open alerts, which are evaluated once a minute. */
async function openAlerts(): Promise<number> {
  return (await ask(server, `select from alerts where kind = 'diskShort' and ended_at is null`)).length;
}

it('below MIN_FREE_BYTES bets are refused though the disk has space, with an alert and a finding of the doctor', async () => {
  await endReal(server);
  const { bsize, bavail } = statfsSync(disk.folder);
  const least = Math.floor((bsize * bavail) / 2);
  const env = { MIN_FREE_BYTES: String(least) };
  server = await startReal(server.dataDir, env);
  await expect.poll(() => betOf(server, player)).toBe('200');
  expect(await runCommand('doctor', server, env)).not.toContain('MIN_FREE_BYTES');
  fill(least / 2);
  await expect.poll(() => betOf(server, player)).toBe('503 DISK_FULL');
  expect(await runCommand('doctor', server, env)).toMatch(/WRONG {3}The disk of the data has .* of MIN_FREE_BYTES/);
  await expect.poll(openAlerts, { timeout: 100_000 }).toBe(1);
  expect(await betOf(server, player)).toBe('503 DISK_FULL');
  free();
  await expect.poll(() => betOf(server, player)).toBe('200');
  await expect.poll(openAlerts, { timeout: 100_000 }).toBe(0);
}, 300_000);
