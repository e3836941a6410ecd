import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverClock } from '../../apollo/serverClock.ts';
import { Announcer } from './Announcer.tsx';
import { isLastSeconds, LastSeconds } from './LastSeconds.tsx';
import { useRoundTime } from './useRoundTime.ts';

const end = Date.parse('2026-11-20T06:52:00.000Z');
const contest = {
  state: 'OPEN' as const,
  evaluationTime: new Date(end - 5_000).toISOString(),
  endsAt: new Date(end).toISOString(),
};

function Clock({ heldUntil = null }: { heldUntil?: string | null }) {
  const time = useRoundTime({ ...contest, heldUntil });
  return (
    <>
      <p>
        {time.secondsLeft} {time.bettingSecondsLeft} {time.open ? 'open' : 'closed'}
      </p>
      {isLastSeconds(time.secondsLeft) && <LastSeconds secondsLeft={time.secondsLeft} />}
      <Announcer period="202611200742" time={time} operatorMarked={false} result={null} />
    </>
  );
}

/** Renders the clock with this many seconds left at the server; the device's own clock differs. */
function renderClock(secondsLeft: number, heldUntil?: string): void {
  serverClock.observeResponse(end - secondsLeft * 1000 + 5, performance.now(), performance.now());
  render(<Clock {...(heldUntil && { heldUntil })} />);
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the countdown', () => {
  it('counts by the server’s clock and closes betting at evaluation time', async () => {
    renderClock(12);
    expect(screen.getByText('12 7 open')).toBeDefined();
    await pass(6);
    expect(screen.getByText('6 1 open')).toBeDefined();
    await pass(1);
    expect(screen.getByText('5 0 closed')).toBeDefined();
    await pass(9);
    expect(screen.getByText('0 0 closed')).toBeDefined();
  });

  it('shows the last five seconds large, and nothing before or after', async () => {
    renderClock(6);
    expect(screen.queryByTestId('last-seconds')).toBeNull();
    await pass(1);
    expect(screen.getByTestId('last-seconds').textContent).toBe('5');
    await pass(4);
    expect(screen.getByTestId('last-seconds').textContent).toBe('1');
    await pass(1);
    expect(screen.queryByTestId('last-seconds')).toBeNull();
  });

  it('is held until the instant that the server gave, and then open by itself', async () => {
    renderClock(30, new Date(end - 28_000).toISOString());
    const held = 'Bets are paused: the operator may set this result.';
    expect(screen.getByRole('status').textContent).toBe(held);
    await pass(1);
    expect(screen.getByRole('status').textContent).toBe(held);
    await pass(1);
    expect(screen.getByRole('status').textContent).toBe('Round 202611200742 is open.');
  });

  it('announces three things in a round, not one each second', async () => {
    renderClock(30);
    const announced = new Set<string>();
    for (let second = 0; second < 30; second += 1) {
      announced.add(screen.getByRole('status').textContent);
      await pass(1);
    }
    expect([...announced]).toEqual([
      'Round 202611200742 is open.',
      'Ten seconds until bets close.',
      'Bets are closed.',
    ]);
  });
});
