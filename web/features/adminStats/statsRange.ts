import { indianTimeOf, instantOfIndianTime } from '../../lib/indianTime.ts';

export type RangeKind = 'today' | 'week' | 'month' | 'year' | 'custom';

/** Start (inclusive) and end (exclusive), in ISO 8601. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** A custom range is given as the fields of its dialog have it: "2026-11-20T12:30", in India. */
export type RangeChoice = { readonly kind: Exclude<RangeKind, 'custom'> } | ({ readonly kind: 'custom' } & Range);

const weekMs = 7 * 24 * 3_600_000;

/** The choice in a page's URL; today when there is none, or one that isn't valid. */
export function choiceIn(params: URLSearchParams): RangeChoice {
  const kind = params.get('range');
  if (kind === 'week' || kind === 'month' || kind === 'year') return { kind };
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  return spanOf({ from, to }) ? { kind: 'custom', from, to } : { kind: 'today' };
}

/** A choice as search parameters; none for today, the default. */
export function choiceParams(choice: RangeChoice): URLSearchParams {
  if (choice.kind === 'today') return new URLSearchParams();
  if (choice.kind === 'custom') return new URLSearchParams({ from: choice.from, to: choice.to });
  return new URLSearchParams({ range: choice.kind });
}

/** The instants of a range in Indian time; null unless it is valid and ends after it begins. */
function spanOf(typed: Range): Range | null {
  const [from, to] = [instantOfIndianTime(typed.from), instantOfIndianTime(typed.to)];
  return from !== null && to !== null && from < to ? { from, to } : null;
}

/**
 * The range of a choice at an instant: today so far, in India, 7 days, a month or a year back from now, or the custom
 * one.
 */
export function rangeUntil(nowMs: number, choice: RangeChoice): Range {
  const to = new Date(nowMs).toISOString();
  switch (choice.kind) {
    case 'custom':
      return spanOf(choice) ?? { from: startOfDay(to), to };
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
