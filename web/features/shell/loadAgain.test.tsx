import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadAgain } from './loadAgain.ts';

let reloads: string[];
const fails = async () => false;

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

it('loads a page again when the server answers, and reloads nothing if that succeeds', async () => {
  const load = vi.fn(async () => true);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  await loadAgain(load);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
  await loadAgain(load);
  expect(load).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', async () => new Response());
  await loadAgain(load);
  expect(load).toHaveBeenCalledTimes(1);
  expect(reloads).toEqual([]);
});

it('reloads a page that cannot be loaded, once in 30 seconds, and loads it again in between', async () => {
  const load = vi.fn(fails);
  await loadAgain(load);
  vi.advanceTimersByTime(29_999);
  await loadAgain(load);
  expect(reloads).toEqual(['/wallet']);
  expect(load).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  await loadAgain(load);
  expect(reloads).toEqual(['/wallet', '/wallet']);
});

it('reloads another page meanwhile', async () => {
  await loadAgain(fails);
  history.replaceState(null, '', '/deposit');
  await loadAgain(fails);
  expect(reloads).toEqual(['/wallet', '/deposit']);
});

it('reloads nothing while the server does not answer, and once it does', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  await loadAgain(fails);
  expect(reloads).toEqual([]);
  vi.stubGlobal('fetch', async () => new Response());
  await loadAgain(fails);
  expect(reloads).toEqual(['/wallet']);
});

it('reloads no page that was opened meanwhile', async () => {
  await loadAgain(async () => {
    history.replaceState(null, '', '/deposit');
    return false;
  });
  expect(reloads).toEqual([]);
});
