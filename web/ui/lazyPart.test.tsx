import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazyPart.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('loads a part of a page again with backoff until it has arrived, while the page stays', async () => {
  const loads: number[] = [];
  const startedAt = Date.now();
  const Part = lazyPart(() => {
    loads.push(Date.now() - startedAt);
    return loads.length > 7 ? Promise.resolve(() => <p>part</p>) : Promise.reject(new TypeError('no network'));
  });
  render(
    <>
      <p>page</p>
      <Suspense fallback={<p>loading</p>}>
        <Part />
      </Suspense>
    </>,
  );
  await act(() => vi.advanceTimersByTimeAsync(90_000));
  expect([screen.queryByText('page'), screen.queryByText('loading')]).not.toContain(null);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect([screen.queryByText('page'), screen.queryByText('part')]).not.toContain(null);
  expect(loads.map((ms) => ms / 1_000)).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
});

it('loads a part again as soon as the device has a network, without waiting for the end of the backoff', async () => {
  const load = vi.fn<() => Promise<() => React.ReactNode>>();
  for (let failure = 0; failure < 6; failure += 1) load.mockRejectedValueOnce(new TypeError('no network'));
  load.mockResolvedValue(() => <p>part</p>);
  const Part = lazyPart(load);
  render(
    <Suspense fallback={<p>loading</p>}>
      <Part />
    </Suspense>,
  );
  await act(() => vi.advanceTimersByTimeAsync(32_000));
  expect([load.mock.calls.length, screen.queryByText('part')]).toEqual([6, null]);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText('part')).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(load).toHaveBeenCalledTimes(7);
});
