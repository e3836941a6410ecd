/**
 * The server's clock as seen from here. Each answer that carries the server's time says: between asking and hearing it
 * was this late there. The narrowest such window is kept; one that contradicts it (a clock was set) replaces it. Time
 * passes by a monotonic clock, so that the device's own date and time play no part.
 */
export interface ServerClock {
  /** Milliseconds since the epoch at the server, now. Before the first answer: the device's best guess. */
  now(): number;
  /** Learns from an answer: the server's time, and the monotonic instants of asking and hearing. */
  learn(serverMs: number, askedAt: number, heardAt: number): void;
  /** Learns from a message that nobody asked for: it is at least this late at the server. */
  hear(serverMs: number): void;
}

interface Window {
  /** serverMs - monotonic, at least and at most. */
  readonly from: number;
  readonly to: number;
  readonly heardAt: number;
}

/** Clocks drift apart by up to this much, so that an old window widens. */
const driftPerMs = 0.0002;

export function makeServerClock(monotonic: () => number, deviceNow: () => number): ServerClock {
  let window: Window | null = null;
  const guess = deviceNow() - monotonic();

  const middle = () => (window ? (window.from + window.to) / 2 : guess);

  return {
    now: () => monotonic() + middle(),

    learn(serverMs, askedAt, heardAt) {
      const fresh = { from: serverMs - heardAt, to: serverMs - askedAt, heardAt };
      const kept = window && widened(window, heardAt);
      const agrees = kept !== null && fresh.from <= kept.to && kept.from <= fresh.to;
      if (!agrees || fresh.to - fresh.from <= kept.to - kept.from) window = fresh;
    },

    hear(serverMs) {
      const at = monotonic();
      const offset = serverMs - at;
      if (middle() < offset) window = { from: offset, to: offset, heardAt: at };
    },
  };
}

function widened(window: Window, at: number): Window {
  const slack = (at - window.heardAt) * driftPerMs;
  return { ...window, from: window.from - slack, to: window.to + slack };
}
