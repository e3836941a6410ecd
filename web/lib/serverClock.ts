/**
 * Estimates the server's clock. Each response with the server's time bounds the offset: the server read its clock
 * between the sending of the request and the arrival of the response. The narrowest window is kept; one that
 * contradicts it (a clock was set) replaces it. Time advances by a monotonic clock, independent of the device's date
 * and time. Some of these clocks stop while the device sleeps: then the date, which doesn't, gives how long, until the
 * next response.
 */
export interface ServerClock {
  /** The server's current time, in milliseconds since the epoch. Before the first response: the device's clock. */
  now(): number;
  /** Evaluates a response: the server's time, and the monotonic instants of sending and receiving. */
  observeResponse(serverMs: number, sentAt: number, receivedAt: number): void;
  /** Evaluates a pushed message: the server's time is at least this. */
  observeMessage(serverMs: number): void;
}

interface Window {
  /** serverMs - monotonic: minimum and maximum. */
  readonly from: number;
  readonly to: number;
  readonly receivedAt: number;
}

/** Maximum drift between the clocks, by which an old window widens. */
const driftPerMs = 0.0002;

/** The date may be corrected by this much without a sleep. */
const sleepMs = 2_000;

export function makeServerClock(monotonic: () => number, deviceNow: () => number): ServerClock {
  let window: Window | null = null;
  let ahead = deviceNow() - monotonic();
  const guess = ahead;

  /** By how much the date has advanced more than the monotonic clock since the last response. */
  const slept = () => {
    const more = deviceNow() - monotonic() - ahead;
    return more > sleepMs ? more : 0;
  };
  const middle = () => (window ? (window.from + window.to) / 2 : guess) + slept();

  return {
    now: () => monotonic() + middle(),

    observeResponse(serverMs, sentAt, receivedAt) {
      const fresh = { from: serverMs - receivedAt, to: serverMs - sentAt, receivedAt };
      const kept = window && slept() === 0 ? widened(window, receivedAt) : null;
      const agrees = kept !== null && fresh.from <= kept.to && kept.from <= fresh.to;
      if (!agrees || fresh.to - fresh.from <= kept.to - kept.from) window = fresh;
      ahead = deviceNow() - monotonic();
    },

    observeMessage(serverMs) {
      const at = monotonic();
      const offset = serverMs - at;
      if (middle() >= offset) return;
      window = { from: offset, to: offset, receivedAt: at };
      ahead = deviceNow() - at;
    },
  };
}

function widened(window: Window, at: number): Window {
  const slack = (at - window.receivedAt) * driftPerMs;
  return { ...window, from: window.from - slack, to: window.to + slack };
}
