/**
 * `npm run db:version`: increments the version in version.json when db/functions has changed. Otherwise does nothing.
 */
import { writeFileSync } from 'node:fs';
import { committedFunctions, committedVersion, hashOfAll } from './functions.ts';

const hash = hashOfAll(committedFunctions().functions);
const committed = committedVersion();
if (committed.hash !== hash) {
  const text = JSON.stringify({ version: committed.version + 1, hash }, null, 2);
  writeFileSync(new URL('./functions/version.json', import.meta.url), `${text}\n`);
}
