import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  isConnected,
  onConnectionChange,
  renewalSent,
  socketClosed,
  socketOpened,
  socketUnneeded,
} from './connection.ts';

let changes: boolean[];
let stop: () => void;
const setOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  dispatchEvent(new Event(online ? 'online' : 'offline'));
};

const connect = () => {
  renewalSent(true);
  socketUnneeded();
};

beforeEach(() => {
  vi.useFakeTimers();
  // Files of a worker share the module: another one may have left it without a connection.
  connect();
  changes = [];
  stop = onConnectionChange(() => changes.push(isConnected()));
});
afterEach(() => {
  stop();
  connect();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('is lost at once without a network, and back with it', () => {
  setOnline(false);
  setOnline(true);
  expect(changes).toEqual([false, true]);
});

it('is lost when a closed socket is not open again within a second', () => {
  socketOpened();
  socketClosed();
  vi.advanceTimersByTime(900);
  socketOpened();
  vi.advanceTimersByTime(10_000);
  expect(changes).not.toContain(false);
  socketClosed();
  vi.advanceTimersByTime(600);
  socketClosed();
  vi.advanceTimersByTime(600);
  expect(changes.at(-1)).toBe(false);
  socketOpened();
  expect(changes.at(-1)).toBe(true);
});

it('stays lost while the socket is away, though the device has a network again', () => {
  socketClosed();
  vi.advanceTimersByTime(2_000);
  setOnline(false);
  setOnline(true);
  expect(isConnected()).toBe(false);
});

it('is lost when a renewal is not answered, unless the socket shows otherwise', () => {
  renewalSent(false);
  expect(isConnected()).toBe(false);
  socketOpened();
  expect(isConnected()).toBe(true);
  socketUnneeded();
  renewalSent(true);
  expect(isConnected()).toBe(true);
});
