import { describe, expect, it } from 'vitest';
import { overrideSecondsLeft } from './overrideTime.ts';

describe('how long a result can be set', () => {
  it('ends five seconds before betting closes', () => {
    expect(overrideSecondsLeft({ open: true, bettingSecondsLeft: 25, secondsLeft: 30 })).toBe(20);
    expect(overrideSecondsLeft({ open: true, bettingSecondsLeft: 6, secondsLeft: 11 })).toBe(1);
    expect(overrideSecondsLeft({ open: true, bettingSecondsLeft: 5, secondsLeft: 10 })).toBe(0);
    expect(overrideSecondsLeft({ open: true, bettingSecondsLeft: 2, secondsLeft: 7 })).toBe(0);
  });

  it('is over once the round takes no bets', () => {
    expect(overrideSecondsLeft({ open: false, bettingSecondsLeft: 20, secondsLeft: 25 })).toBe(0);
  });
});
