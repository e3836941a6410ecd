import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureProgram } from '../../deploy/programs.ts';
import {
  ask,
  betOf,
  endReal,
  exitOf,
  givenRealPlayer,
  plainDisk,
  postmasterOf,
  type RealServer,
  readyz,
  startReal,
} from './realServer.ts';

let disk: ReturnType<typeof plainDisk>;
let server: RealServer;
let strace: ChildProcess | undefined;

beforeEach(async () => {
  disk = plainDisk();
  server = await startReal(join(disk.folder, 'data'));
});
afterEach(async () => {
  await calm();
  await endReal(server);
  disk.remove();
});

/** Every process of the database from now on, by strace: `fsync:error=EIO`, `fdatasync:delay_enter=2000000`. */
async function inject(...faults: string[]): Promise<void> {
  const postmaster = String(postmasterOf(server));
  const pids = execFileSync('ps', ['-o', 'pid=', '--ppid', postmaster, '-p', postmaster], { encoding: 'utf8' });
  strace = spawn(
    ensureProgram('strace', 'strace'),
    [
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      'trace=fsync,fdatasync,sync_file_range',
      ...faults.flatMap((fault) => ['-e', `inject=${fault}`]),
      ...pids.split('\n').flatMap((pid) => (pid.trim() === '' ? [] : ['-p', pid.trim()])),
    ],
    { stdio: 'inherit' },
  );
  await once(strace, 'spawn');
  const traced = () => execFileSync('grep', ['TracerPid', `/proc/${postmaster}/status`], { encoding: 'utf8' });
  await expect.poll(traced).toContain(String(strace.pid));
}

async function calm(): Promise<void> {
  if (!strace || strace.exitCode !== null || strace.signalCode !== null) return;
  strace.kill('SIGTERM');
  await once(strace, 'exit');
}

/** fsync fails until a checkpoint and the recovery after it have failed. */
async function breakFsync(): Promise<void> {
  await inject('fsync:error=EIO', 'fdatasync:error=EIO');
  await ask(server, 'checkpoint').catch(() => {});
  await expect.poll(() => readyz(server), { timeout: 60_000 }).toMatchObject({ status: 503 });
}

it('a database that can not fsync ends by itself or is ended within two minutes, the server exits 1, and the next start has all bets', async () => {
  const player = await givenRealPlayer(server);
  await expect.poll(() => betOf(server, player), { timeout: 60_000 }).toBe('200');
  await breakFsync();
  await calm();
  const ended = exitOf(server.process).then((status) => status);
  // Either it recovers by itself when the disk is well again, or its process ends or is ended.
  const recovers = expect.poll(() => readyz(server), { timeout: 110_000 }).toMatchObject({ status: 200 });
  const outcome = await Promise.race([ended, recovers.then(() => 'recovered' as const)]);
  expect([1, 'recovered']).toContain(outcome);
  if (outcome === 1) {
    expect(server.output()).toMatch(/has accepted no connection for 60 s|database process ended/);
    server = await startReal(server.dataDir);
  }
  const [row] = await ask<{ bets: number }>(server, 'select count(*)::int as bets from bets');
  expect(row?.bets).toBe(1);
}, 240_000);

it('SIGTERM ends a server whose database hangs, and the database, before its own deadline', async () => {
  await breakFsync();
  await calm();
  const postmaster = postmasterOf(server);
  // Stopped, it answers nothing, and no signal but SIGKILL ends it.
  process.kill(postmaster, 'SIGSTOP');
  server.process.kill('SIGTERM');
  await exitOf(server.process);
  expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
}, 120_000);

it('a disk whose fsync takes 2 s is slow, not dead: bets are placed, and /readyz answers 200 and says so', async () => {
  const player = await givenRealPlayer(server);
  await expect.poll(() => betOf(server, player), { timeout: 60_000 }).toBe('200');
  await inject('fdatasync:delay_enter=2000000', 'fsync:delay_enter=2000000');
  const bets = Promise.all(Array.from({ length: 5 }, () => betOf(server, player)));
  await expect.poll(() => readyz(server), { interval: 100 }).toMatchObject({ status: 200, body: { status: 'slow' } });
  expect(new Set(await bets)).toEqual(new Set(['200']));
  await calm();
  await expect.poll(() => readyz(server), { timeout: 30_000 }).toMatchObject({ body: { status: 'ready' } });
}, 120_000);
