import { parseArgs } from 'node:util';
import { restoreBackup } from '../composition/restoreBackup.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { endWith } from './runCommand.ts';

const USAGE = 'Name the folder of a backup: npm run restore -- DIR [--new-key]';

/**
 * `npm run restore -- DIR`: restores a backup into the configured database, which must be empty. `--new-key` gives up what
 * is encrypted with a lost key. Exits with status 1 when nothing was restored, or the books are not in order.
 */
await endWith(async () => {
  const { values, positionals } = parseArgs({ options: { 'new-key': { type: 'boolean' } }, allowPositionals: true });
  const [dir] = positionals;
  if (dir === undefined || positionals.length > 1) throw new Error(USAGE);
  // npm keeps an option before `--` for itself, as an environment variable.
  const newKey = values['new-key'] ?? process.env['npm_config_new_key'] === 'true';
  const inOrder = await restoreBackup(configFromEnvironment(), dir, { newKey, print: (line) => console.log(line) });
  return inOrder ? 0 : 1;
});
