import { parseArgs } from 'node:util';
import { migrate } from '../../db/migrate.ts';
import { appRoleOf } from '../../db/roles.ts';
import { archiveMonth } from '../composition/archiveMonth.ts';
import { connectDatabase } from '../composition/commandDatabase.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { endWith } from './runCommand.ts';

const USAGE = 'Name a month and a new folder for it: npm run archive:month -- 2026-11 DIR';

/**
 * `npm run archive:month -- 2026-11 DIR`: moves the bets, payouts and their transfers of a month that has been over for three months
 * out of the database into files, with or without a running server.
 */
await endWith(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [month, dir] = positionals;
  if (month === undefined || dir === undefined || positionals.length > 2) throw new Error(USAGE);
  const database = await connectDatabase(configFromEnvironment().database);
  try {
    await migrate(database.addresses.owner, { appRole: appRoleOf(database.addresses) });
    const { manifest, sha256 } = await archiveMonth(database.addresses.owner, month, dir, new Date());
    for (const { name, rows, bytes } of manifest.tables) console.log(`${name}: ${rows} rows, ${bytes} bytes`);
    console.log(`SHA-256 of month.json: ${sha256.toString('hex')}, also in the audit log.`);
    console.log(
      `Keep ${dir}, in two places: its bets are nowhere else. The audit reads it: npm run audit -- --archives DIR`,
    );
    return 0;
  } finally {
    await database.release();
  }
});
