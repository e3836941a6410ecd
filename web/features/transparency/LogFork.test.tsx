import { cleanup, screen } from '@testing-library/react';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { logKey, signedState } from '../../../tests/support/signedState.ts';
// Loaded before, so that no test waits for it.
import '../../lib/verify/checkpoint.ts';
import { LogFork } from './LogFork.tsx';

const leaf = (entry: string) => createHash('sha256').update(Buffer.of(0)).update(entry).digest();
const node = (left: Buffer, right: Buffer) =>
  createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
const noteOf = (size: number, root: Buffer, origin = 'rangoli.example/log') => signedState(origin, size, root);
const [one, two, other] = [leaf('one'), leaf('two'), leaf('other')];

/** A log of two entries. */
function serve(first: Buffer, second: Buffer, other: Record<string, string> = {}): void {
  const files: Record<string, string | Buffer> = {
    '/log/vkey': `${logKey('rangoli.example/log')}\n`,
    '/log/checkpoint': noteOf(2, node(first, second)),
    '/log/tile/0/000.p/2': Buffer.concat([first, second]),
    ...other,
  };
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(files[path] as string)));
}
const remembered = () => localStorage.getItem('rangoli:log');

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a log that continues what this browser saw is remembered, without a word', async () => {
  localStorage.setItem('rangoli:log', noteOf(1, one));
  serve(one, two);
  renderApp(<LogFork />);
  await vi.waitFor(() => expect(remembered()).toBe(noteOf(2, node(one, two))));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a fork is told in red with what to do, and again at the next visit', async () => {
  localStorage.setItem('rangoli:log', noteOf(1, one));
  serve(other, two);
  renderApp(<LogFork />);
  expect((await screen.findByRole('alert')).textContent).toMatch(/past was changed.*Play no further/);
  expect(remembered()).toBe(noteOf(1, one));
});

test('a state that the log’s key has not signed is told and not remembered', async () => {
  serve(one, two, { '/log/vkey': logKey('rangoli.example/log', 2) });
  renderApp(<LogFork />);
  expect((await screen.findByRole('alert')).textContent).toMatch(/not signed by the key of the log/);
  expect(remembered()).toBeNull();
});

test('another key under the same name is told as a fork', async () => {
  localStorage.setItem('rangoli:log', noteOf(1, one));
  localStorage.setItem('rangoli:log-key', 'rangoli.example/log+00000000+x\n');
  serve(one, two);
  renderApp(<LogFork />);
  expect((await screen.findByRole('alert')).textContent).toMatch(/past was changed/);
});

test('a restored log, under another name, is told where it lacks what this browser saw', async () => {
  const name = 'rangoli.example/log/20261124T161300Z';
  const renamed = {
    '/log/vkey': logKey(name),
    '/log/checkpoint': noteOf(2, node(one, two), name),
  };
  localStorage.setItem('rangoli:log', noteOf(1, other));
  serve(one, two, renamed);
  renderApp(<LogFork />);
  expect((await screen.findByRole('alert')).textContent).toMatch(/another name.*restored a backup/);
  expect(remembered()).toBe(renamed['/log/checkpoint']);
  cleanup();
  localStorage.setItem('rangoli:log', noteOf(1, one));
  renderApp(<LogFork />);
  await vi.waitFor(() => expect(remembered()).toBe(renamed['/log/checkpoint']));
  expect(screen.queryByRole('alert')).toBeNull();
});
