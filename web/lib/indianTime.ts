/**
 * Instants in date-and-time fields: a day and time in India, whatever the device's time zone. India is at +05:30 all
 * year.
 */

const offsetMs = 5.5 * 3_600_000;

/**
 * The instant, in ISO 8601, of a date-and-time field's value ("2026-11-20T12:30"); null when it is empty or invalid.
 */
export function instantOfIndianTime(typed: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(typed)) return null;
  const ms = Date.parse(`${typed}${typed.length === 16 ? ':00' : ''}Z`);
  return Number.isNaN(ms) ? null : new Date(ms - offsetMs).toISOString();
}

/** The value of a date-and-time field for an instant: "2026-11-20T12:30" in India. */
export function indianTimeOf(iso: string): string {
  return new Date(Date.parse(iso) + offsetMs).toISOString().slice(0, 16);
}
