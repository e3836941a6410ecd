import type { RoundTime } from '../game/useRoundTime.ts';

/**
 * The last seconds before betting closes are reserved for players who want to cancel
 * (server/domain/contests/README.md#who-decides-the-number).
 */
const overrideCutoffSeconds = 5;

/** Whole seconds in which a round's result can still be set; 0 when it is too late. */
export function overrideSecondsLeft({ open, bettingSecondsLeft }: Omit<RoundTime, 'heldSeconds'>): number {
  return open ? Math.max(0, bettingSecondsLeft - overrideCutoffSeconds) : 0;
}
