import {
  closeSync,
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
import { limitServerLog } from './serverLog.ts';

const TEN_MIB = 10 * 1024 * 1024;

let folder: string;
let file: string;
let stop: () => void;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rangoli-log-'));
  file = join(folder, 'postgres.log');
});
afterEach(() => {
  stop();
  rmSync(folder, { recursive: true });
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
