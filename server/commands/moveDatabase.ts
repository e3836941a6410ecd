import { parseArgs } from 'node:util';
import { moveDatabase } from '../composition/moveDatabase.ts';
import type { DatabaseConfig } from '../config/config.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { endWith } from './runCommand.ts';

const USAGE =
  'Name where to: npm run db:move -- DATABASE_URL [DATABASE_OWNER_URL], or npm run db:move -- DATA_DIR for an embedded database';

/**
 * `npm run db:move -- URL [OWNER_URL]` moves the configured database to an empty PostgreSQL of the operator's own,
 * `npm run db:move -- DATA_DIR` to an embedded one. The servers are stopped.
 */
await endWith(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  await moveDatabase(configFromEnvironment(), targetOf(positionals), (line) => console.log(line));
  return 0;
});

function targetOf([place, owner, ...more]: readonly string[]): DatabaseConfig {
  const isUrl = (text: string) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
  if (place === undefined || more.length > 0) throw new Error(USAGE);
  if (isUrl(place) && (owner === undefined || isUrl(owner))) return { url: place, ownerUrl: owner };
  if (owner !== undefined || place.includes('://')) throw new Error(USAGE);
  return { dataDir: place };
}
