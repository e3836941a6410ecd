import { createInterface } from 'node:readline/promises';
import { placeOf } from '../../db/hosts.ts';
import { type EndedPlay, goLive } from '../composition/goLive.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { formatRupees, paise } from '../domain/ground/values/money.ts';
import { commandArguments } from './commandArguments.ts';
import { endWith } from './runCommand.ts';

const USAGE = `npm run go-live
  Ends the play money of the configured database for good, and makes it one of real money. Stop all servers first, back it
  up, and set MONEY_MODE=real with all that belongs to it. Asks for the database's name. Running rounds become void, open
  payments are denied, every balance becomes 0, sessions end, unsent mails go. Accounts, tickets and history stay.`;

commandArguments(USAGE);

await endWith(async () => {
  const config = configFromEnvironment();
  if (config.money.mode !== 'real') {
    console.error('Set MONEY_MODE=real, with all that belongs to it, as the servers will be started.');
    return 1;
  }
  const { database } = config;
  const place = 'url' in database ? placeOf(database.url) : `the folder ${database.dataDir ?? '.data'}`;
  const ended = await goLive(config, { confirm: (name) => confirm(name, place), print: (line) => console.log(line) });
  if (ended === null) {
    console.error('That is not its name: nothing was changed.');
    return 1;
  }
  for (const line of report(ended)) console.log(line);
  return 0;
});

async function confirm(name: string, place: string): Promise<boolean> {
  console.log(`Play money ends in the database "${name}" in ${place}, for every player and for ever.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question('To go on, type the name of the database: ')).trim() === name;
  } finally {
    terminal.close();
  }
}

function report({ rounds, requests, players, amount, sessions, mails, simulated }: EndedPlay): string[] {
  return [
    `Play money has ended: ${formatRupees(paise(amount))} rupees of ${players} players went to the house.`,
    `${rounds} running rounds are void and refunded, ${requests} open payments denied, ${sessions} sessions ended, ` +
      `${mails} unsent mails deleted, ${simulated} simulated players deactivated.`,
    'The database holds real money from now on. Run npm run doctor, then start the servers with MONEY_MODE=real.',
  ];
}
