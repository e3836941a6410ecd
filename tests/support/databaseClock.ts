import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the run's databases look for their clocks, handed down to workers and child processes. */
const FOLDER_VARIABLE = 'RANGOLI_TEST_CLOCKS';

/** Makes the folder in which the run's databases look for their clocks. */
export function makeClockFolder(folder: string): void {
  mkdirSync(folder, { mode: 0o755 });
  process.env[FOLDER_VARIABLE] = folder;
}

/**
 * The statement that gives a test database (hence every copy of it) a clock_now() that reads a file of the run's folder,
 * named after the database. It holds two numbers: milliseconds since the epoch and `0` for a clock that stands still, or
 * milliseconds by which it is ahead and `1` for one that runs. A file, because tests move their clocks synchronously. A
 * database without one has no clock: db_now() is null there, and no rule of time refuses.
 */
export function movableClock(): string {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder === undefined) throw new Error('this run has no folder for clocks');
  return `create or replace function clock_now() returns timestamptz language plpgsql volatile
      security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      v_clock text[] := string_to_array(pg_read_file('${folder}/' || current_database(), 0, 100, true), ' ');
    begin
      return to_timestamp((v_clock[1]::numeric + v_clock[2]::numeric * extract(epoch from clock_timestamp()) * 1000) / 1000);
    end $$`;
}

/** The statement after which a database has no clock: db_now() is null there. A migration keeps it; it applies changed files only. */
export const WITHOUT_CLOCK = `create or replace function db_now() returns timestamptz language sql security definer
  set search_path = pg_catalog, public, pg_temp as 'select null::timestamptz'`;

/** Sets the clock of a test's database. `ms`: the instant for a clock that stands still, the offset for one that runs. */
export function setDatabaseClock({ database }: { database: string }, ms: number, kind: 'still' | 'running'): void {
  const folder = process.env[FOLDER_VARIABLE];
  // A bench's databases have no clock.
  if (folder === undefined) return;
  const file = join(folder, database);
  // Renamed into place, so that no statement reads half of it.
  writeFileSync(`${file}.${process.pid}`, `${ms} ${kind === 'still' ? 0 : 1}`);
  renameSync(`${file}.${process.pid}`, file);
}
