import { resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { type WrittenBackup, writeBackup } from '../../db/backup/writeBackup.ts';
import { type DatabaseAddress, inTransaction, openDatabase, rawQuery } from '../../db/client.ts';
import { refuseOtherModeAt } from '../../db/moneyMode.ts';
import type { Config } from '../config/config.ts';
import { recordAudit } from '../domain/audit/recordAudit.ts';
import type { CommandDatabase } from './commandDatabase.ts';
import { manifestKeys } from './seedKeys.ts';

export interface RecordedBackup extends WrittenBackup {
  /** Whether the audit log has a row of it: not where the database takes no writes, or is of a release without the log. */
  readonly isRecorded: boolean;
}

/**
 * Writes a complete copy of the database into `dir`, signed by the first key at hand. The audit log gets a row with the
 * manifest's SHA-256 before the backup is complete, so that there is none without. Throws as writeBackup does, and MoneyModeError.
 */
export async function backUp(
  { seedKeys, money }: Pick<Config, 'seedKeys' | 'money'>,
  { addresses: { owner }, dataDir }: Pick<CommandDatabase, 'addresses' | 'dataDir'>,
  dir: string,
): Promise<RecordedBackup> {
  await refuseOtherModeAt(owner, money.mode);
  let isRecorded = false;
  const written = await writeBackup(owner, dir, {
    keys: manifestKeys({ given: seedKeys, dataDir }),
    async onWritten(backup) {
      isRecorded = await recordBackup(owner, resolve(dir), backup);
    },
  });
  return { ...written, isRecorded };
}

/** Whether it could be recorded. */
async function recordBackup(
  owner: DatabaseAddress,
  place: string,
  { manifest, sha256 }: Pick<WrittenBackup, 'manifest' | 'sha256'>,
): Promise<boolean> {
  const { db, close } = openDatabase(owner, { max: 1 });
  try {
    return await inTransaction(db, async (tx) => {
      const [state] = await rawQuery<{ takesRows: boolean; now: Date }>(
        tx,
        sql`select coalesce(db_now(), clock_timestamp()) as now,
                   current_setting('transaction_read_only') = 'off'
                   and to_regprocedure('record_audit(bigint,text,text,text,text,text,text,timestamptz)') is not null as "takesRows"`,
      );
      if (!state?.takesRows) return false;
      await recordAudit(
        tx,
        { actor: { kind: 'system' }, now: state.now },
        {
          action: 'database:backup',
          subjectType: 'database',
          subject: 'backed up',
          after: { moment: manifest.moment, place, sha256 },
        },
      );
      return true;
    });
  } finally {
    await close();
  }
}
