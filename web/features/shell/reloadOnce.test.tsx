import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadOnce } from './reloadOnce.ts';

let reloads: string[];

beforeEach(() => {
  vi.useFakeTimers();
  reloads = [];
  vi.spyOn(location, 'reload').mockImplementation(() => void reloads.push(location.pathname));
  vi.stubGlobal('fetch', async () => new Response());
  history.replaceState(null, '', '/wallet');
});
afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('reloads a page once in 30 seconds', async () => {
  await reloadOnce();
  vi.advanceTimersByTime(29_999);
  await reloadOnce();
  expect(reloads).toEqual(['/wallet']);
  vi.advanceTimersByTime(1);
  await reloadOnce();
  expect(reloads).toEqual(['/wallet', '/wallet']);
});

it('reloads another page meanwhile', async () => {
  await reloadOnce();
  history.replaceState(null, '', '/deposit');
  await reloadOnce();
  expect(reloads).toEqual(['/wallet', '/deposit']);
});

it('reloads nothing while the server does not answer, and once it does', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  await reloadOnce();
  expect(reloads).toEqual([]);
  vi.stubGlobal('fetch', async () => new Response());
  await reloadOnce();
  expect(reloads).toEqual(['/wallet']);
});
