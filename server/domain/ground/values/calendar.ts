const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Asia/Kolkata is five and a half hours ahead of UTC, all year; its hours and days begin on the half hour of UTC. */
const KOLKATA_OFFSET = 5.5 * HOUR;

const lengths = { halfHour: HOUR / 2, hour: HOUR, day: DAY } as const;
export type CalendarUnit = keyof typeof lengths;

/** The first instant of the half hour, hour or day of Asia/Kolkata that `instant` lies in. Instants in milliseconds. */
export function startOf(unit: CalendarUnit, instant: number): number {
  const length = lengths[unit];
  return Math.floor((instant + KOLKATA_OFFSET) / length) * length - KOLKATA_OFFSET;
}

/** The same for the first that begins at `instant` or later. */
export function nextStartOf(unit: CalendarUnit, instant: number): number {
  const start = startOf(unit, instant);
  return start === instant ? start : start + lengths[unit];
}

/** Every start of such a unit in [from, to), `from` being one. */
export function startsBetween(unit: CalendarUnit, from: number, to: number): number[] {
  const length = lengths[unit];
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / length)) }, (_, index) => from + index * length);
}

/** An instant whose UTC fields are those of `at` in Asia/Kolkata, whatever the machine's time zone: 12:30 for 07:00 UTC. */
export function inKolkata(at: Date): Date {
  return new Date(at.getTime() + KOLKATA_OFFSET);
}

/** The day of Asia/Kolkata that `at` lies in, `YYYY-MM-DD`. */
export function dayOf(at: Date): string {
  return inKolkata(at).toISOString().slice(0, 10);
}

/** Whether a text is a day of the calendar, `YYYY-MM-DD`, in the years from 1000 to 2999: no 30th of February. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** Whether a text is a month, `YYYY-MM`, in the same years. */
export function isMonth(text: string): boolean {
  return /^[12]\d{3}-(?:0[1-9]|1[0-2])$/.test(text);
}

/** The midnight of Asia/Kolkata after `at`. */
export function nextDay(at: Date): Date {
  return new Date(startOf('day', at.getTime()) + DAY);
}

export type Period = 'day' | 'week' | 'month';

/** The midnight of Asia/Kolkata at which the day, week (from Monday) or month that `at` lies in begins. */
export function startOfPeriod(period: Period, at: Date): Date {
  return periodBoundary(period, at, 0);
}

/** The midnight of Asia/Kolkata at which the next one begins. */
export function endOfPeriod(period: Period, at: Date): Date {
  return periodBoundary(period, at, 1);
}

function periodBoundary(period: Period, at: Date, periodsLater: number): Date {
  const local = new Date(at.getTime() + KOLKATA_OFFSET);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const daysSinceMonday = (local.getUTCDay() + 6) % 7;
  const first = {
    day: () => Date.UTC(year, month, day + periodsLater),
    week: () => Date.UTC(year, month, day - daysSinceMonday + 7 * periodsLater),
    month: () => Date.UTC(year, month + periodsLater, 1),
  };
  return new Date(first[period]() - KOLKATA_OFFSET);
}
