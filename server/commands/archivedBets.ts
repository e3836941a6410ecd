import { monthsIn } from '../../db/backup/monthFiles.ts';
import { archivedBets } from '../domain/records/archivedBets.ts';
import { commandArguments } from './commandArguments.ts';
import { runCommand } from './runCommand.ts';

const USAGE = `npm run -s archive:bets -- UID DIR > bets.jsonl
  Prints a player's bets in the archived months in DIR, a line of JSON for each, as in the player's data export, which
  lacks them. With or without a running server.`;

const {
  positionals: [uid = '', folder = ''],
} = commandArguments(USAGE, { positionals: ['UID', 'DIR'] });

await runCommand(async ({ db }) => {
  for await (const line of archivedBets(db, uid, monthsIn(folder))) {
    if (!process.stdout.write(line)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return 0;
});
