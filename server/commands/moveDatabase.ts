import { moveDatabase } from '../composition/moveDatabase.ts';
import type { DatabaseConfig } from '../config/config.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { commandArguments, refuseArguments } from './commandArguments.ts';
import { endWith } from './runCommand.ts';

const USAGE = `npm run db:move -- DATABASE_URL [DATABASE_OWNER_URL]
npm run db:move -- DATA_DIR
  Moves the configured database to an empty PostgreSQL of your own, or to an embedded one. Stop all servers first.`;

const { positionals } = commandArguments(USAGE, { positionals: ['The place'], more: 1 });
const target = targetOf(positionals);

await endWith(async () => {
  await moveDatabase(configFromEnvironment(), target, (line) => console.log(line));
  return 0;
});

function targetOf([place = '', owner]: readonly string[]): DatabaseConfig {
  const isUrl = (text: string) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
  if (isUrl(place) && (owner === undefined || isUrl(owner))) return { url: place, ownerUrl: owner };
  if (owner !== undefined || place.includes('://'))
    return refuseArguments(USAGE, 'Name one or two addresses, or a folder.');
  return { dataDir: place };
}
