import { connectDatabase } from '../composition/commandDatabase.ts';
import { backUp, type RecordedBackup } from '../composition/backup.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { commandArguments } from './commandArguments.ts';
import { endWith } from './runCommand.ts';

const USAGE = `npm run backup -- DIR
  Writes a complete copy of the database into DIR, a new folder, with or without a running server. It holds everything
  but the key. After one that was ended halfway, the same DIR can be named again.`;

const {
  positionals: [dir = ''],
} = commandArguments(USAGE, { positionals: ['DIR'] });

await endWith(async () => {
  const config = configFromEnvironment();
  const database = await connectDatabase(config.database);
  try {
    for (const line of report(await backUp(config, database, dir), dir)) console.log(line);
    return 0;
  } finally {
    await database.release();
  }
});

function report({ manifest, sha256, isSigned, isRecorded }: RecordedBackup, into: string): string[] {
  const { moment, tables, auditHead, keyIds } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  return [
    `Backed up ${tables.length} tables with ${rows} rows (${bytes} bytes) into ${into}.`,
    `It holds everything that was acknowledged before ${moment}.`,
    `Head of the audit log: ${auditHead.id}:${auditHead.hash} (${auditHead.count} rows)`,
    isRecorded
      ? `SHA-256 of manifest.json: ${sha256}, also in the audit log.`
      : 'The audit log has no row of this backup: the database takes no writes, or is of a release without it.',
    ...(isSigned
      ? []
      : [
          'There is no SEED_KEY, so the manifest has no HMAC: a restore needs --unverified, and can’t tell whether these files ' +
            'were changed.',
        ]),
    keyIds.length === 0
      ? 'Nothing in it is encrypted: keep it as secret as the numbers of the next rounds.'
      : `Keep the key ${keyIds.join(', ')} (its id) in another place: the backup doesn't hold it, and needs it.`,
  ];
}
