import { inKolkata } from '../ground/values/calendar.ts';

/** ISO 8601 in Asia/Kolkata, to the second: `2026-11-20T12:30:00+05:30`. */
export function isoInIndia(at: Date): string {
  return `${inKolkata(at).toISOString().slice(0, 19)}+05:30`;
}

/** `20-11-26 12:30 pm` in Asia/Kolkata, as the screens show instants. */
export function shortInIndia(at: Date): string {
  const text = inKolkata(at).toISOString();
  const hour = Number(text.slice(11, 13));
  const twelve = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0');
  return `${shortDay(text)} ${twelve}${text.slice(13, 16)} ${hour < 12 ? 'am' : 'pm'}`;
}

/** `20-11-26` for `2026-11-20`. */
export function shortDay(day: string): string {
  return `${day.slice(8, 10)}-${day.slice(5, 7)}-${day.slice(2, 4)}`;
}
