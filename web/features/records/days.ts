import { indianTimeOf } from '../../lib/indianTime.ts';

/** Days as date fields hold them, `2026-11-20`, both included; empty while nothing is chosen. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const mostDays = 366;
const dayMs = 24 * 3_600_000;

/** The month so far, in India. */
export function thisMonth(nowMs: number): Days {
  const today = indianTimeOf(new Date(nowMs).toISOString()).slice(0, 10);
  return { from: `${today.slice(0, 8)}01`, to: today };
}

export type DaysFault = 'missing' | 'backwards' | 'tooLong';

/** What is wrong with the days; null when the server takes them. */
export function faultOf({ from, to }: Days): DaysFault | null {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  if (Number.isNaN(first) || Number.isNaN(last)) return 'missing';
  if (last < first) return 'backwards';
  return last - first >= mostDays * dayMs ? 'tooLong' : null;
}
