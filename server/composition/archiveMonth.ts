import pg from 'pg';
import { COPY_SETTINGS } from '../../db/backup/copyStreams.ts';
import { BackupError } from '../../db/backup/manifest.ts';
import { KeptFilesError } from '../../db/backup/newFolder.ts';
import { type ArchivedMonth, monthOf, writeMonth } from '../../db/backup/monthFiles.ts';
import { type DatabaseAddress, openConnection } from '../../db/client.ts';
import { destroyConnection } from '../../db/deadline.ts';
import { limitsFor } from '../../db/limits.ts';

/** Bets wait while the month's partitions are being detached, so this waits for a long reader (a backup) no longer. */
const LOCK_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Writes a month such as `2026-11` into `dir`, a new or empty folder, and takes it out of the database: both or neither.
 * As the database's owner. Throws BackupError where the month may still change, or something else reads it.
 */
export async function archiveMonth(
  address: DatabaseAddress,
  name: string,
  dir: string,
  at: Date,
): Promise<ArchivedMonth> {
  const month = monthOf(name);
  const client = await openConnection(address, { ...limitsFor('command'), idleInTransactionMs: 0 });
  try {
    await client.query(COPY_SETTINGS);
    await client.query('begin');
    await client.query(`set local lock_timeout = ${LOCK_MS}`);
    await client.query('select refuse_open_month($1)', [month]);
    // No other command archives it meanwhile.
    await client.query(
      `lock table bets_${month}, bet_payouts_${month}, transfers_${month} in share row exclusive mode`,
    );
    return await writeMonth(client, { month, dir }, async ({ sha256 }) => {
      await client.query('select archive_month($1, $2, $3)', [month, sha256, at]);
      await commit(client, dir);
      await client.end().catch(() => {});
    });
  } catch (error) {
    destroyConnection(client, error as Error);
    throw refusalOf(error as pg.DatabaseError);
  }
}

/** Where no answer comes, the month may be in the files alone. */
async function commit(client: pg.Client, dir: string): Promise<void> {
  await client.query('commit').catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && !error.code?.startsWith('57')) throw error;
    throw new KeptFilesError(
      `The connection broke while the month was taken out of the database: it may be in ${dir} alone. Keep that folder; ` +
        `npm run audit -- --archives ${dir} tells whether the month is archived.`,
      { cause: error },
    );
  });
}

function refusalOf(error: pg.DatabaseError): Error {
  if (error.code === LOCK_NOT_AVAILABLE) {
    return new BackupError('Something is reading the bets for long, such as a backup. Try again when it is over.');
  }
  return error.code === '23001' ? new BackupError(`${error.message}.`) : error;
}
