import { Transform } from 'node:stream';
import type pg from 'pg';
import { from, to, type CopyStreamQuery, type CopyToStreamQuery } from 'pg-copy-streams';
import { destroyConnection } from '../deadline.ts';
import type { TableShape } from './contents.ts';

/** After so long without a byte a copy is given up. */
const STALL_MS = 5 * 60_000;

/** The settings under which every release of PostgreSQL from 15 on writes and reads the same text. */
export const COPY_SETTINGS = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex'; set tcp_user_timeout = 0`;

function columnsOf({ columns }: TableShape): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** The rows of a table, in all its partitions, in PostgreSQL's text format. `rowCount` holds once the next statement has been answered. */
export function copyOut(client: pg.Client, table: TableShape): CopyToStreamQuery {
  return client.query(to(`copy (select ${columnsOf(table)} from ${table.name}) to stdout`));
}

/** Takes rows of a table in the same format. */
export function copyIn(client: pg.Client, table: TableShape): CopyStreamQuery {
  return client.query(from(`copy ${table.name} (${columnsOf(table)}) from stdin`));
}

/**
 * Passes bytes on. Destroys `connection` when none has come for STALL_MS: a database that is cut off silently would
 * otherwise be waited for without end.
 */
export function stallGuard(connection: pg.Client, what: string, stallMs = STALL_MS): Transform {
  const stalled = () => {
    destroyConnection(connection, new Error(`${what}: no byte came for ${Math.round(stallMs / 1000)} s`));
  };
  const timer = setTimeout(stalled, stallMs).unref();
  return new Transform({
    transform(chunk, _encoding, done) {
      timer.refresh();
      done(null, chunk);
    },
    flush(done) {
      clearTimeout(timer);
      done();
    },
    destroy(error, done) {
      clearTimeout(timer);
      done(error);
    },
  });
}
