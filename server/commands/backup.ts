import { parseArgs } from 'node:util';
import { writeBackup } from '../../db/backup/writeBackup.ts';
import { connectDatabase } from '../composition/commandDatabase.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { endWith } from './runCommand.ts';

const USAGE = 'Name a new folder for the backup: npm run backup -- DIR';

/**
 * `npm run backup -- DIR`: writes a complete copy of the database into the folder, with or without a running server. It
 * holds everything but the key.
 */
await endWith(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [dir] = positionals;
  if (dir === undefined || positionals.length > 1) throw new Error(USAGE);
  const config = configFromEnvironment();
  const database = await connectDatabase(config.database);
  try {
    const { moment, tables, auditHead, keyIds } = await writeBackup(database.addresses.owner, dir);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
    console.log(`Backed up ${tables.length} tables with ${rows} rows (${bytes} bytes) into ${dir}.`);
    console.log(`It holds everything that was acknowledged before ${moment}.`);
    console.log(`Head of the audit log: ${auditHead.id}:${auditHead.hash} (${auditHead.count} rows)`);
    console.log(
      keyIds.length === 0
        ? 'Nothing in it is encrypted: keep it as secret as the numbers of the next rounds.'
        : `Keep the key ${keyIds.join(', ')} (its id) in another place: the backup doesn't hold it, and needs it.`,
    );
    return 0;
  } finally {
    await database.release();
  }
});
