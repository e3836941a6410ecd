/**
 * Whether the server can be reached: the device has a network, and the socket is open or opens again within a moment;
 * before there is a socket, whether the session's renewal was answered. Components that depend on it subscribe here.
 */

/** A socket that is reopened within this time, after a renewal for instance, was not lost. */
const graceMs = 1_000;

let socket: 'unneeded' | 'open' | 'lost' = 'unneeded';
let renewalAnswered = true;
let grace: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function isConnected(): boolean {
  return navigator.onLine && (socket === 'open' || (socket === 'unneeded' && renewalAnswered));
}

/** Calls back after each change; returns the function that unsubscribes. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) for (const type of ['online', 'offline']) addEventListener(type, notify);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const type of ['online', 'offline']) removeEventListener(type, notify);
  };
}

export function socketOpened(): void {
  settle('open');
}

/** The socket is closed, because nothing is subscribed any more. */
export function socketUnneeded(): void {
  settle('unneeded');
}

/** The socket has closed and is to be reopened. */
export function socketClosed(): void {
  grace ??= setTimeout(() => settle('lost'), graceMs);
}

export function renewalSent(answered: boolean): void {
  renewalAnswered = answered;
  notify();
}

function settle(next: typeof socket): void {
  clearTimeout(grace);
  grace = undefined;
  socket = next;
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}
