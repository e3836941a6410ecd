import { screen } from '@testing-library/react';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { LogFork } from './LogFork.tsx';

const leaf = (entry: string) => createHash('sha256').update(Buffer.of(0)).update(entry).digest();
const node = (left: Buffer, right: Buffer) =>
  createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
const noteOf = (size: number, root: Buffer) => `rangoli.example/log\n${size}\n${root.toString('base64')}\n\n— a b\n`;
const [one, two, other] = [leaf('one'), leaf('two'), leaf('other')];

/** A log of two entries. */
function serve(first: Buffer, second: Buffer): void {
  const files: Record<string, string | Buffer> = {
    '/log/checkpoint': noteOf(2, node(first, second)),
    '/log/tile/0/000.p/2': Buffer.concat([first, second]),
  };
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(files[path] as string)));
}
const remembered = () => localStorage.getItem('rangoli:log');

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

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
