import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { COPY_SETTINGS } from '../../../db/backup/copyStreams.ts';
import { BackupError } from '../../../db/backup/manifest.ts';
import { type ArchivedMonth, loadMonth, monthName } from '../../../db/backup/monthFiles.ts';
import { type Db, rawQuery, type Tx } from '../../../db/client.ts';

/**
 * Puts archived months back into the open transaction, which its caller rolls back, so that everything is checked as if they
 * had never left. As the owner. Returns what is wrong with their files, and with the sums that the database keeps of them.
 */
export async function readArchives(
  tx: Tx,
  connection: pg.PoolClient,
  archives: readonly ArchivedMonth[],
): Promise<string[]> {
  const faults: string[] = [];
  await connection.query(COPY_SETTINGS.replaceAll('set ', 'set local '));
  await tx.execute(sql`alter table archived_moves disable trigger user`);
  await tx.execute(sql`alter table archived_months disable trigger user`);
  for (const archive of archives) {
    try {
      faults.push(...(await readArchive(tx, connection, archive)));
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      faults.push(error.message);
    }
  }
  return faults;
}

/** SHA-256 of the manifest of an archived month, as the database keeps it; undefined for a month that is not archived. */
export async function archivedHash(db: Db | Tx, month: number): Promise<Buffer | undefined> {
  const [kept] = await rawQuery<{ sha256: Buffer }>(db, sql`select sha256 from archived_months where month = ${month}`);
  return kept?.sha256;
}

async function readArchive(tx: Tx, connection: pg.PoolClient, archive: ArchivedMonth): Promise<string[]> {
  const { month } = archive.manifest;
  const kept = await archivedHash(tx, month);
  if (!kept) return [`${monthName(month)}, whose files are in ${archive.dir}, is not archived here`];
  if (!kept.equals(archive.sha256))
    return [`${archive.dir} has other files than those that ${monthName(month)} became`];
  await tx.execute(sql`select make_month(${month})`);
  await loadMonth(connection, archive);
  const transfers = sql.identifier(`transfers_${month}`);
  const differing = await rawQuery<{ fault: string }>(
    tx,
    sql`select format('%s moved %s paise on account %s by its files, %s by the database', ${monthName(month)}::text,
                      coalesce(f.moved, 0), coalesce(f.account_id, k.account_id), coalesce(k.moved, 0)) as fault
          from (select account_id, sum(delta)::bigint as moved
                  from (select debit_account_id as account_id, -amount as delta from ${transfers}
                        union all select credit_account_id, amount from ${transfers}) sides
                 group by account_id) f
          full join (select account_id, moved from archived_moves where month = ${month}) k using (account_id)
         where f.moved is distinct from k.moved`,
  );
  await tx.execute(sql`delete from archived_moves where month = ${month}`);
  await tx.execute(sql`delete from archived_months where month = ${month}`);
  return differing.map(({ fault }) => fault);
}
