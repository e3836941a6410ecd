const everyMs = 1_000;
/** Browsers run the timers of hidden pages once a minute; a longer pause is a sleep of the device. */
const sleptMs = 90_000;

/** Calls back when the device has slept: when the date has advanced by more than the timers explain. */
export function onWake(listener: () => void): void {
  let last = Date.now();
  setInterval(() => {
    const pause = Date.now() - last;
    last += pause;
    if (pause > sleptMs) listener();
  }, everyMs);
}
