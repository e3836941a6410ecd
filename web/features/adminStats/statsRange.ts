import { indianTimeOf, instantOfIndianTime } from '../../lib/indianTime.ts';

/** Ranges that end now, or, yesterday, with a day; `week`, `month` and `year` are 7 days, a month and a year back from now. */
export const fixedKinds = ['today', 'yesterday', 'thisWeek', 'thisMonth', 'week', 'month', 'year'] as const;
export type FixedKind = (typeof fixedKinds)[number];
export type RangeKind = FixedKind | 'custom';

/** Start (inclusive) and end (exclusive), in ISO 8601. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** A custom range is given as the fields of its dialog have it: "2026-11-20T12:30", in India. */
export type RangeChoice = { readonly kind: FixedKind } | ({ readonly kind: 'custom' } & Range);

const dayMs = 24 * 3_600_000;
const weekMs = 7 * dayMs;

/** The choice in a page's URL; today when there is none, or one that isn't valid. */
export function choiceIn(params: URLSearchParams): RangeChoice {
  const kind = fixedKinds.find((one) => one === params.get('range'));
  if (kind) return { kind };
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
 * The range of a choice at an instant: today, this week (from Monday) or this month so far, and yesterday, in India; 7 days, a
 * month or a year back from now; or the custom one.
 */
export function rangeUntil(nowMs: number, choice: RangeChoice): Range {
  const to = isoOf(nowMs);
  switch (choice.kind) {
    case 'custom':
      return spanOf(choice) ?? { from: startOfDay(to), to };
    case 'today':
      return { from: startOfDay(to), to };
    case 'yesterday':
      return { from: startOfDay(isoOf(nowMs - dayMs)), to: startOfDay(to) };
    case 'thisWeek':
      return { from: startOfDay(isoOf(nowMs - daysSinceMonday(to) * dayMs)), to };
    case 'thisMonth':
      return { from: startOfMonth(to), to };
    case 'week':
      return { from: isoOf(nowMs - weekMs), to };
    case 'month':
      return { from: monthsBack(to, 1), to };
    case 'year':
      return { from: monthsBack(to, 12), to };
  }
}

/**
 * The range with which a chosen one is compared: the same hours of the day before, the same days of the week or month before,
 * else as long a time just before it. Part of a month is compared with as much of the month before, at most all of it.
 */
export function rangeBefore(kind: RangeKind, { from, to }: Range): Range {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const back = (ms: number) => ({ from: isoOf(fromMs - ms), to: isoOf(toMs - ms) });
  switch (kind) {
    case 'today':
    case 'yesterday':
      return back(dayMs);
    case 'thisWeek':
    case 'week':
      return back(weekMs);
    case 'thisMonth': {
      const start = startOfMonth(isoOf(fromMs - dayMs));
      return { from: start, to: isoOf(Math.min(fromMs, Date.parse(start) + toMs - fromMs)) };
    }
    case 'month':
      return { from: monthsBack(from, 1), to: from };
    case 'year':
      return { from: monthsBack(from, 12), to: from };
    case 'custom':
      return { from: isoOf(2 * fromMs - toMs), to: from };
  }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

function startOfDay(iso: string): string {
  return instantOfIndianTime(`${indianTimeOf(iso).slice(0, 10)}T00:00`) ?? iso;
}

function startOfMonth(iso: string): string {
  return instantOfIndianTime(`${indianTimeOf(iso).slice(0, 7)}-01T00:00`) ?? iso;
}

function daysSinceMonday(iso: string): number {
  return (new Date(`${indianTimeOf(iso).slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The same day and time of an earlier month in India, or that month's last day if it is shorter. */
function monthsBack(iso: string, months: number): string {
  const [day = '', time = ''] = indianTimeOf(iso).split('T');
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const back = new Date(Date.UTC(year, month - 1 - months, Math.min(dayOfMonth, lastDay)));
  return instantOfIndianTime(`${back.toISOString().slice(0, 10)}T${time}`) ?? iso;
}
