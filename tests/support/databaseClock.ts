import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the databases' clock files, passed to workers and child processes. */
const FOLDER_VARIABLE = 'RANGOLI_TEST_CLOCKS';

/** Creates the folder of the databases' clock files. */
export function makeClockFolder(folder: string): void {
  mkdirSync(folder, { mode: 0o755 });
  process.env[FOLDER_VARIABLE] = folder;
}

/**
 * The statement that gives a test database (and every copy of it) a clock_now() that reads a file of the run's folder,
 * named after the database. The file contains two numbers: milliseconds since the epoch and `0` for a stopped clock, or
 * milliseconds by which it is ahead and `1` for a running one. A file, because tests move their clocks synchronously.
 * In a database without a file the clock is suspended: db_now() is null and no rule of time refuses.
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

/**
 * The statement that suspends a database's clock: db_now() is null. A migration keeps it, because it applies changed
 * files only.
 */
export const WITHOUT_CLOCK = `create or replace function db_now() returns timestamptz language sql security definer
  set search_path = pg_catalog, public, pg_temp as 'select null::timestamptz'`;

/** Sets the clock of a test's database. `ms`: the instant of a stopped clock, the offset of a running one. */
export function setDatabaseClock({ database }: { database: string }, ms: number, kind: 'still' | 'running'): void {
  const folder = process.env[FOLDER_VARIABLE];
  // A bench's databases have no clock.
  if (folder === undefined) return;
  const file = join(folder, database);
  // Renamed into place, so that no statement reads an incomplete file.
  writeFileSync(`${file}.${process.pid}`, `${ms} ${kind === 'still' ? 0 : 1}`);
  renameSync(`${file}.${process.pid}`, file);
}
