import { indianTimeOf, instantOfIndianTime } from '../../lib/indianTime.ts';

export type RangeKind = 'today' | 'week' | 'month' | 'year' | 'custom';

/** Start (inclusive) and end (exclusive), in ISO 8601. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

const weekMs = 7 * 24 * 3_600_000;

/** The range of a fixed choice at an instant: today so far, in India, or 7 days, a month or a year back from now. */
export function rangeUntil(nowMs: number, kind: Exclude<RangeKind, 'custom'>): Range {
  const to = new Date(nowMs).toISOString();
  switch (kind) {
    case 'today':
      return { from: startOfDay(to), to };
    case 'week':
      return { from: new Date(nowMs - weekMs).toISOString(), to };
    case 'month':
      return { from: monthsBack(nowMs, 1), to };
    case 'year':
      return { from: monthsBack(nowMs, 12), to };
  }
}

function startOfDay(iso: string): string {
  return instantOfIndianTime(`${indianTimeOf(iso).slice(0, 10)}T00:00`) ?? iso;
}

/** The same day and time of an earlier month in India, or that month's last day if it is shorter. */
function monthsBack(nowMs: number, months: number): string {
  const [day = '', time = ''] = indianTimeOf(new Date(nowMs).toISOString()).split('T');
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const back = new Date(Date.UTC(year, month - 1 - months, Math.min(dayOfMonth, lastDay)));
  return instantOfIndianTime(`${back.toISOString().slice(0, 10)}T${time}`) ?? new Date(nowMs).toISOString();
}
