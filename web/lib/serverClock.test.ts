import { describe, expect, it } from 'vitest';
import { makeServerClock } from './serverClock.ts';

function clockAt(deviceMs: number) {
  let monotonic = 1000;
  let asleepMs = 0;
  const clock = makeServerClock(
    () => monotonic,
    () => deviceMs + monotonic + asleepMs,
  );
  return {
    clock,
    pass: (ms: number) => (monotonic += ms),
    sleep: (ms: number) => (asleepMs += ms),
    at: () => monotonic,
  };
}

describe('the server’s clock', () => {
  it('follows the server, not a device that is an hour wrong', () => {
    const { clock, pass, at } = clockAt(3_600_000);
    clock.observeResponse(5_000_000, at(), at() + 40);
    pass(40);
    expect(clock.now()).toBe(5_000_020);
    pass(1000);
    expect(clock.now()).toBe(5_001_020);
  });

  it('keeps the quicker answer', () => {
    const { clock, pass, at } = clockAt(0);
    clock.observeResponse(5_000_000, at(), at() + 10);
    pass(100);
    clock.observeResponse(5_000_100, at() - 90, at() + 400);
    expect(clock.now()).toBe(5_000_095);
  });

  it('accepts a response that contradicts its window', () => {
    const { clock, at } = clockAt(0);
    clock.observeResponse(5_000_000, at(), at() + 10);
    clock.observeResponse(4_000_000, at(), at() + 600);
    expect(clock.now()).toBe(4_000_300 - 600);
  });

  it('goes on by the date over a sleep that stops the monotonic clock, until the next response', () => {
    const { clock, pass, sleep, at } = clockAt(3_600_000);
    clock.observeResponse(5_000_000, at(), at());
    sleep(600_000);
    expect(clock.now()).toBe(5_600_000);
    pass(1000);
    clock.observeResponse(5_601_500, at(), at() + 100);
    expect(clock.now()).toBe(5_601_450);
    sleep(600_000);
    expect(clock.now()).toBe(6_201_450);
  });

  it('is not set back with the date of the device', () => {
    const { clock, sleep, at } = clockAt(0);
    clock.observeResponse(5_000_000, at(), at());
    sleep(-3_600_000);
    expect(clock.now()).toBe(5_000_000);
  });

  it('moves forward when the server reports a later time', () => {
    const { clock, at } = clockAt(0);
    clock.observeResponse(5_000_000, at(), at());
    clock.observeMessage(5_030_000);
    expect(clock.now()).toBe(5_030_000);
    clock.observeMessage(5_000_001);
    expect(clock.now()).toBe(5_030_000);
  });
});
