/** Instants and durations for display. Instants are shown in the India time zone, whatever the device's. */

let clock: Intl.DateTimeFormat | undefined;

/** Its parts are the same in Hindi, am and pm too. Made when first needed: it takes some 50 ms on a cheap phone. */
function indianClock(): Intl.DateTimeFormat {
  clock ??= new Intl.DateTimeFormat('en-IN', {
    timeZone: 'Asia/Kolkata',
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h12',
  });
  return clock;
}

/** DD-MM-YY hh:mm am/pm in Asia/Kolkata, of an ISO 8601 instant; hh:mm:ss with `seconds`. */
export function formatInstant(iso: string, { seconds = false } = {}): string {
  const parts = Object.fromEntries(
    indianClock()
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  );
  const time = [parts['hour'], parts['minute'], ...(seconds ? [parts['second']] : [])].join(':');
  return `${parts['day']}-${parts['month']}-${parts['year']} ${time} ${parts['dayPeriod']?.toLowerCase()}`;
}

/** DD-MM-YY, of a day in ISO 8601 (`2026-11-20`). */
export function formatDay(day: string): string {
  return day.slice(2).split('-').toReversed().join('-');
}

/** Whole seconds until an instant, rounded up and never below zero, so that 0 means it has been reached. */
export function secondsUntil(iso: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(iso) - nowMs) / 1000));
}

/** mm:ss */
export function formatCountdown(seconds: number): string {
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
