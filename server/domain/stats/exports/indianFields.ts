const INDIA_AHEAD_MS = 5.5 * 3_600_000;

/** `2026-11-20T12:30:00.000Z` for 07:00 UTC: its UTC fields are those in India, whatever the machine's time zone. */
export function inIndianFields(at: Date): Date {
  return new Date(at.getTime() + INDIA_AHEAD_MS);
}

/** `2026-11-20`, the day in India. */
export function indianDay(at: Date): string {
  return inIndianFields(at).toISOString().slice(0, 10);
}

/** The title of a column of instants. */
export function inIndia(title: string): string {
  return `${title} (IST)`;
}
