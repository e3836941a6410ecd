import { randomUUID } from 'node:crypto';
import { rmSync, statfsSync, writeSync, openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../support/world/people.ts';
import { ask, betOf, endReal, givenRealPlayer, type RealServer, readyz, smallDisk, startReal } from './realServer.ts';

const MEGABYTES = 320;
const ROUNDS = 10;
const AGAIN_WITHIN_MS = 2_000;
/** Bets while the disk is full, and while it fills. */
const BETS = 40;

let disk: ReturnType<typeof smallDisk>;
let server: RealServer;
let player: Person;

beforeAll(async () => {
  disk = smallDisk(MEGABYTES);
  // 0: the server does not stop bets itself, so that PostgreSQL meets the full disk.
  server = await startReal(join(disk.folder, 'data'), { MIN_FREE_BYTES: '0' });
  player = await givenRealPlayer(server);
});
afterAll(async () => {
  await endReal(server);
  disk.remove();
});

/** Writes a file until nothing is left. */
function fill(): void {
  const file = openSync(join(disk.folder, 'filler'), 'w');
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

async function acknowledged(keys: readonly string[]): Promise<string[]> {
  const statuses = await Promise.all(keys.map((key) => betOf(server, player, key)));
  return keys.filter((_key, index) => statuses[index] === '200');
}

it('ten full disks: reads are served throughout, bets again within 2 s, and no acknowledged bet is lost', async () => {
  const placed: string[] = [];
  const lateMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const during = Promise.all(Array.from({ length: BETS }, () => acknowledged([randomUUID()])));
    fill();
    placed.push(...(await during).flat());
    // Rows of 8 kB need a new page each: sooner or later a file must grow.
    await ask(server, `create table if not exists filler (v text)`).catch(() => {});
    await ask(server, `insert into filler select repeat(md5(i::text), 200) from generate_series(1, 30000) i`).then(
      () => {
        throw new Error('the disk is not full');
      },
      (error: { code?: string }) => expect(error.code).toBe('53100'),
    );
    placed.push(...(await acknowledged(Array.from({ length: BETS }, () => randomUUID()))));
    expect((await readyz(server)).status).toBe(200);
    expect((await player.execute('{ viewer { wallet { available } } }'))['viewer']).toBeTruthy();
    rmSync(join(disk.folder, 'filler'));
    const freedAt = performance.now();
    for (;;) {
      const key = randomUUID();
      const status = await betOf(server, player, key);
      if (status === '200') {
        placed.push(key);
        break;
      }
      // Rounds close for some seconds; everything else than that counts as late.
      if (!status.endsWith('BETTING_CLOSED')) lateMs.push(performance.now() - freedAt);
    }
  }
  expect(lateMs.filter((ms) => ms > AGAIN_WITHIN_MS)).toEqual([]);
  const [row] = await ask<{ bets: number }>(server, 'select count(*)::int as bets from bets');
  expect(placed.length).toBeGreaterThan(ROUNDS);
  expect(row?.bets).toBeGreaterThanOrEqual(placed.length);
  expect(server.process.exitCode).toBe(null);
  expect(server.output()).not.toContain('PANIC');
}, 600_000);

it('below MIN_FREE_BYTES bets are refused before the disk is full, and taken again within 2 s of freeing', async () => {
  await endReal(server);
  const { bsize, bavail } = statfsSync(disk.folder);
  server = await startReal(server.dataDir, { MIN_FREE_BYTES: String(Math.floor((bsize * bavail) / 2)) });
  await expect.poll(() => betOf(server, player)).toBe('200');
  fill();
  await expect.poll(() => betOf(server, player)).toBe('503 DISK_FULL');
  rmSync(join(disk.folder, 'filler'));
  await expect.poll(() => betOf(server, player), { timeout: 60_000 }).toBe('200');
});
