import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  checkpointText,
  cosignedAt,
  parseSignatures,
  parseVkey,
  signerOf,
  signNote,
} from '../../server/platform/tlog/note.ts';
import { MAX_REQUEST_BYTES } from '../../server/platform/tlog/witness.ts';
import { leafHash } from '../support/treeHash.ts';

const log = signerOf('rangoli.example/log', 'note', Buffer.alloc(32, 1));
let folder: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'witness-'));
});
afterAll(() => {
  child?.kill();
  rmSync(folder, { recursive: true });
});

/** Starts `npm run witness`; its key and address as it prints them for WITNESSES. */
async function start(...more: string[]): Promise<{ vkey: string; url: string }> {
  const options = ['--log', log.vkey, '--name', 'w.example', '--state', join(folder, 'state'), '--port', '0', ...more];
  child = spawn(process.execPath, ['server/build/run.mjs', 'server/commands/witness.ts', ...options]);
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [, vkey, url] = /WITNESSES=(.+)@(http.+)$/.exec(line) ?? [];
    if (vkey !== undefined && url !== undefined) return { vkey, url };
  }
  throw new Error('it ended');
}
async function end(): Promise<void> {
  const ended = child && once(child, 'exit');
  child?.kill();
  await ended;
}
/** A log of one entry. */
const noteOf = (entry: string) => checkpointText({ origin: log.name, size: 1, root: leafHash(Buffer.from(entry)) });
const ask = (url: string, body: string) => fetch(`${url}/add-checkpoint`, { method: 'POST', body });

test('`npm run witness` keeps its key and what it has confirmed, and confirms no fork after a restart', async () => {
  const { vkey, url } = await start();
  const answer = await ask(url, `old 0\n\n${signNote(noteOf('one'), log)}`);
  expect(answer.status).toBe(200);
  const verifier = parseVkey(vkey);
  const signatures = parseSignatures(await answer.text()) ?? [];
  expect(verifier && cosignedAt(noteOf('one'), signatures, verifier)).toBeGreaterThan(1_700_000_000);
  expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o600);
  await end();

  const again = await start();
  expect(again.vkey).toBe(vkey);
  const fork = await ask(again.url, `old 1\n\n${signNote(noteOf('other'), log)}`);
  expect([fork.status, await fork.text(), fork.headers.get('content-type')]).toEqual([409, '1\n', 'text/x.tlog.size']);
  expect((await ask(again.url, 'x'.repeat(MAX_REQUEST_BYTES + 1))).status).toBe(413);
  expect((await fetch(`${again.url}/other`)).status).toBe(404);
  await end();

  const state = readFileSync(join(folder, 'state'), 'utf8');
  writeFileSync(join(folder, 'state'), state.slice(0, 20));
  await expect(start()).rejects.toThrow('it ended');
});

test('its file is named after it, and one of an earlier release is not taken for another witness’s', async () => {
  const place = join(folder, 'named');
  mkdirSync(place);
  const run = () =>
    spawn(
      process.execPath,
      [
        resolve('server/build/run.mjs'),
        resolve('server/commands/witness.ts'),
        '--log',
        log.vkey,
        '--name',
        'w.example/one',
        '--port',
        '0',
      ],
      { cwd: place },
    );
  writeFileSync(join(place, 'witness.json'), '{}');
  const refused = run();
  let told = '';
  refused.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  expect(await once(refused, 'close')).toEqual([2, null]);
  expect(told).toContain('rename it to w.example-one.json');
  rmSync(join(place, 'witness.json'));
  child = run();
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream }))
    if (line.includes('WITNESSES=')) break;
  expect(readdirSync(place)).toEqual(['w.example-one.json']);
  await end();
});
