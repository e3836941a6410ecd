import { parseArgs } from 'node:util';
import { restoreBackup, resumeInPlace } from '../composition/restoreBackup.ts';
import { restoreToMoment } from '../composition/restoreToMoment.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { endWith } from './runCommand.ts';

const USAGE = `Name what to restore:
  npm run restore -- DIR [--new-key]                        a backup
  npm run restore -- ARCHIVE_DIR --at 2026-11-24T10:30:00Z  an archive, to a moment (or latest)
  npm run restore -- --in-place                             a database that other tools have restored: the rest`;

/**
 * `npm run restore -- DIR`: restores a backup into the configured database, which must be empty. `--new-key` gives up what
 * is encrypted with a lost key. `--at` restores an archive of the embedded database to a moment, or to its end
 * (`latest`). `--in-place` does the rest in a database that other tools have restored. Exits with status 1 when nothing was restored, or the books are not in order.
 */
await endWith(async () => {
  const { values, positionals } = parseArgs({
    options: { 'new-key': { type: 'boolean' }, at: { type: 'string' }, 'in-place': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [dir] = positionals;
  const inPlace = values['in-place'] ?? process.env['npm_config_in_place'] === 'true';
  if ((dir === undefined) !== inPlace || positionals.length > 1) throw new Error(USAGE);
  // npm keeps an option before `--` for itself, as an environment variable.
  const newKey = values['new-key'] ?? process.env['npm_config_new_key'] === 'true';
  const options = { newKey, print: (line: string) => console.log(line) };
  const config = configFromEnvironment();
  const at = values.at ?? process.env['npm_config_at'];
  return (await restore(dir)) ? 0 : 1;

  function restore(from: string | undefined): Promise<boolean> {
    if (from === undefined) return resumeInPlace(config, options);
    return at === undefined
      ? restoreBackup(config, from, options)
      : restoreToMoment(config, from, momentOf(at), options);
  }
});

/** Null: the archive's end. */
function momentOf(text: string): Date | null {
  if (text === 'latest') return null;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return new Date(text);
  throw new Error('--at needs an instant with its zone, such as 2026-11-24T10:30:00Z, or latest.');
}
