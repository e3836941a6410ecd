import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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
  const options = faults.flatMap((fault) => ['-e', `inject=${fault}`]);
  const calls = [...new Set(faults.map((fault) => fault.split(':')[0]))].join();
  const processes = pids.split('\n').flatMap((pid) => (pid.trim() === '' ? [] : ['-p', pid.trim()]));
  strace = spawn(
    ensureProgram('strace', 'strace'),
    ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, ...options, ...processes],
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

/** fsync fails from now on: a checkpoint does, and the recovery after it. */
async function breakFsync(): Promise<void> {
  await inject('fsync:error=EIO', 'fdatasync:error=EIO');
  await ask(server, 'checkpoint').catch(() => {});
}

const log = () => readFileSync(join(server.dataDir, 'postgres.log'), 'utf8');

async function countBets(): Promise<number | undefined> {
  const [row] = await ask<{ bets: number }>(server, 'select count(*)::int as bets from bets');
  return row?.bets;
}

it('a database that can not fsync ends, or is ended where it hangs; the server exits 1, and the next start has all bets', async () => {
  const player = await givenRealPlayer(server);
  await expect.poll(() => betOf(server, player), { timeout: 60_000 }).toBe('200');
  await breakFsync();
  expect(await exitOf(server.process)).toBe(1);
  expect(server.output()).toMatch(/has accepted no connection for 60 s|database process ended/);
  expect(log()).toContain('PANIC:  could not fsync');
  await calm();
  server = await startReal(server.dataDir);
  expect(await countBets()).toBe(1);
}, 240_000);

it('a database that accepts no connection for 60 s is ended by SIGQUIT, and the server exits 1', async () => {
  await inject('accept4:error=EMFILE', 'accept:error=EMFILE');
  expect(await exitOf(server.process)).toBe(1);
  expect(server.output()).toContain('has accepted no connection for 60 s');
  expect(log()).toContain('received immediate shutdown request');
}, 240_000);

it('SIGTERM ends a server whose database hangs, and the database, before its own deadline', async () => {
  const postmaster = postmasterOf(server);
  // Stopped, it answers nothing, and no signal but SIGKILL ends it.
  process.kill(postmaster, 'SIGSTOP');
  server.process.kill('SIGTERM');
  await exitOf(server.process);
  expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
  expect(server.output()).not.toContain('did not stop within');
}, 120_000);

it('a disk whose fsync takes 2.5 s is slow, not dead: bets are placed, and /readyz answers 200 and says so', async () => {
  const player = await givenRealPlayer(server);
  await expect.poll(() => betOf(server, player), { timeout: 60_000 }).toBe('200');
  await inject('fdatasync:delay_enter=2500000', 'fsync:delay_enter=2500000');
  const seen = new AbortController();
  const answers: string[] = [];
  const bets = (async () => {
    do answers.push(await betOf(server, player));
    while (!seen.signal.aborted);
  })();
  try {
    await expect
      .poll(() => readyz(server), { interval: 100, timeout: 60_000 })
      .toMatchObject({ status: 200, body: { status: 'slow' } });
  } finally {
    seen.abort();
    await bets;
  }
  // A round may close meanwhile.
  expect(answers.filter((answer) => answer !== '200' && !answer.endsWith('BETTING_CLOSED'))).toEqual([]);
  expect(answers).toContain('200');
  await calm();
  await expect.poll(() => readyz(server), { timeout: 30_000 }).toMatchObject({ body: { status: 'ready' } });
}, 180_000);
