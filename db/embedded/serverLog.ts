import { chmodSync, fchmodSync, openSync, renameSync, statSync } from 'node:fs';
import { copyFile, chmod, truncate } from 'node:fs/promises';

const MAX_LOG_BYTES = 10 * 1024 * 1024;
const CHECK_MS = 5_000;

/**
 * Opens the database server's log for appending; returns the file descriptor. The log contains statements and their
 * values, so only its owner may read it. A log above 10 MiB is renamed to `<file>.1`, which replaces the previous one.
 */
export function openServerLog(file: string): number {
  if (isTooLong(file)) {
    chmodSync(file, 0o600);
    renameSync(file, `${file}.1`);
  }
  const log = openSync(file, 'a', 0o600);
  fchmodSync(log, 0o600);
  return log;
}

/**
 * Checks every 5 s that the log of a running server is at most 10 MiB long. A longer one is copied to `<file>.1`, which
 * replaces the previous one, and truncated: the server keeps appending to the same file. Returns a function that stops
 * the checks.
 */
export function limitServerLog(file: string, checkMs = CHECK_MS): () => void {
  let moving = false;
  const timer = setInterval(() => {
    if (moving || !isTooLong(file)) return;
    moving = true;
    void moveAside(file).finally(() => (moving = false));
  }, checkMs).unref();
  return () => clearInterval(timer);
}

function isTooLong(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES;
}

/** Truncates the log even when it can't be copied, because a full disk stops the database. */
async function moveAside(file: string): Promise<void> {
  const copy = `${file}.1`;
  await copyFile(file, copy)
    .then(() => chmod(copy, 0o600))
    .catch(() => {});
  await truncate(file).catch(() => {});
}
