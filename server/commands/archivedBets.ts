import { parseArgs } from 'node:util';
import { monthsIn } from '../../db/backup/monthFiles.ts';
import { archivedBets } from '../domain/records/archivedBets.ts';
import { runCommand } from './runCommand.ts';

const USAGE = 'Name a player and the folder of the archived months: npm run -s archive:bets -- UID DIR > bets.jsonl';

/**
 * `npm run -s archive:bets -- UID DIR`: prints a player's bets in archived months, a line of JSON for each, as in the player's
 * data export, which lacks them. With or without a running server.
 */
await runCommand(async ({ db }) => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [uid, folder] = positionals;
  if (uid === undefined || folder === undefined || positionals.length > 2) throw new Error(USAGE);
  for await (const line of archivedBets(db, uid, monthsIn(folder))) {
    if (!process.stdout.write(line)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return 0;
});
