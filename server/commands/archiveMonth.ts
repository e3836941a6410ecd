import { migrate } from '../../db/migrate.ts';
import { refuseOtherMode } from '../../db/moneyMode.ts';
import { appRoleOf } from '../../db/roles.ts';
import { archiveMonth } from '../composition/archiveMonth.ts';
import { connectDatabase } from '../composition/commandDatabase.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { commandArguments } from './commandArguments.ts';
import { endWith } from './runCommand.ts';

const USAGE = `npm run archive:month -- 2026-11 DIR
  Moves the bets, payouts and their transfers of a month that has been over for three months out of the database into
  DIR, a new folder, with or without a running server. After one that was ended halfway, the same DIR can be named again.`;

const {
  positionals: [month = '', dir = ''],
} = commandArguments(USAGE, { positionals: ['The month', 'DIR'] });

await endWith(async () => {
  const config = configFromEnvironment();
  const database = await connectDatabase(config.database);
  try {
    await migrate(database.addresses.owner, {
      appRole: appRoleOf(database.addresses),
      before: (owner) => refuseOtherMode(owner, config.money.mode),
    });
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
