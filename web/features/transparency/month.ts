import { indianTimeOf } from '../../lib/indianTime.ts';

/** The month of India that an instant lies in, `2026-11`. */
export function monthOf(ms: number): string {
  return indianTimeOf(new Date(ms).toISOString()).slice(0, 7);
}

/** Whether the text of an address is a month. */
export function isMonth(text: string | null): text is string {
  return text !== null && /^[12]\d{3}-(?:0[1-9]|1[0-2])$/.test(text);
}

/** The month so many months later. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}
