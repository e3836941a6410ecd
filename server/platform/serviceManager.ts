import { execFile } from 'node:child_process';
import type { Logger } from './log.ts';

/** A message that takes longer is given up: a service manager must not hold the server up. */
const SEND_TIMEOUT_MS = 5_000;
const MICROSECONDS = 1_000;

/** Tells systemd, for units with Type=notify, how the server is. */
export interface ServiceManager {
  /** The server is ready. From now on systemd is notified within each WatchdogSec; otherwise it ends the server. */
  ready(status: string): void;
  stopping(): void;
}

/** Sends `KEY=value` assignments to the service manager. */
export type Send = (assignments: readonly string[]) => void;

/**
 * Without NOTIFY_SOCKET, as outside systemd, it does nothing. Node has no datagram sockets of the file system: messages go by
 * systemd-notify, which comes with systemd. Units need NotifyAccess=all, because it is another process.
 */
export function serviceManager(
  env: Readonly<Record<string, string | undefined>>,
  log: Pick<Logger, 'warn'>,
  send: Send = sendBy(log),
): ServiceManager {
  if (!env['NOTIFY_SOCKET']) return { ready() {}, stopping() {} };
  let watchdog: NodeJS.Timeout | undefined;
  return {
    ready(status) {
      send(['READY=1', `STATUS=${status}`]);
      const withinMs = Number(env['WATCHDOG_USEC'] ?? 0) / MICROSECONDS;
      if (withinMs > 0) watchdog = setInterval(() => send(['WATCHDOG=1']), withinMs / 2);
      // Sent by the event loop that serves: a blocked one sends nothing.
      watchdog?.unref();
    },
    stopping() {
      clearInterval(watchdog);
      send(['STOPPING=1', 'STATUS=Finishing what is under way']);
    },
  };
}

function sendBy(log: Pick<Logger, 'warn'>): Send {
  return (assignments) => {
    execFile('systemd-notify', [...assignments], { timeout: SEND_TIMEOUT_MS }, (err) => {
      if (err) log.warn({ err }, 'systemd-notify did not reach the service manager');
    });
  };
}
