import {
  chmodSync,
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Fs from 'node:fs';
import { limitServerLog, openServerLog } from './serverLog.ts';

/** The permissions of each log at the moment when they are restricted. */
const modesBefore: number[] = [];
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const fchmodSync: typeof Fs.fchmodSync = (file, mode) => {
    modesBefore.push(fstatSync(file).mode & 0o777);
    fs.fchmodSync(file, mode);
  };
  return { ...fs, fchmodSync };
});

const TEN_MIB = 10 * 1024 * 1024;

let folder: string;
let file: string;
let stop: (() => void) | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rangoli-log-'));
  file = join(folder, 'postgres.log');
});
afterEach(() => {
  stop?.();
  rmSync(folder, { recursive: true });
});

it('makes a log for its owner only, never readable for others, not even for a moment', () => {
  closeSync(openServerLog(file));
  expect(modesBefore).toEqual([0o600]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('takes from others the right to read a log that is there', () => {
  writeFileSync(file, 'one line');
  chmodSync(file, 0o644);
  closeSync(openServerLog(file));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe('one line');
});

it('empties a log that has grown too long while a server appends to it, and keeps what was in it', async () => {
  writeFileSync(file, 'x'.repeat(TEN_MIB));
  const log = openSync(file, 'a');
  stop = limitServerLog(file, 1);
  writeSync(log, 'y');
  await vi.waitFor(() => expect(statSync(file).size).toBe(0), { timeout: 10_000 });
  writeSync(log, 'z');
  closeSync(log);
  expect(readFileSync(file, 'utf8')).toBe('z');
  expect(statSync(`${file}.1`).size).toBe(TEN_MIB + 1);
  expect(statSync(`${file}.1`).mode & 0o777).toBe(0o600);
});

it('empties it even where no copy can be made', async () => {
  writeFileSync(file, 'x'.repeat(TEN_MIB + 1));
  mkdirSync(`${file}.1`);
  stop = limitServerLog(file, 1);
  await vi.waitFor(() => expect(statSync(file).size).toBe(0), { timeout: 10_000 });
});
