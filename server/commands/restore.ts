import { restoreBackup, resumeInPlace } from '../composition/restoreBackup.ts';
import { restoreToMoment } from '../composition/restoreToMoment.ts';
import { configFromEnvironment } from '../config/environment.ts';
import { commandArguments, refuseArguments } from './commandArguments.ts';
import { endWith } from './runCommand.ts';

const USAGE = `npm run restore -- DIR [--new-key] [--unverified]
npm run restore -- ARCHIVE_DIR --at 2026-11-24T10:30:00Z [--new-key] [--unverified]
npm run restore -- --in-place [--new-key]
  Restores a backup, or an archive to a moment, into the configured database, which must be empty; or does the rest in one
  that other tools have restored. Ends with status 1 where nothing was restored, or the books are not in order.
  --at          the moment, with its zone, or latest for all there is
  --in-place    the database is restored: begin new chains, end sessions, audit
  --new-key     give up what is encrypted with a key that is lost
  --unverified  restore what no key at hand has authenticated: only where you trust the place where it was kept`;

const { values, positionals } = commandArguments(USAGE, {
  options: {
    'new-key': { type: 'boolean' },
    unverified: { type: 'boolean' },
    at: { type: 'string' },
    'in-place': { type: 'boolean' },
  },
  more: 1,
});
// npm keeps an option before `--` for itself, as an environment variable.
const isGiven = (name: 'new-key' | 'unverified' | 'in-place') =>
  values[name] ?? process.env[`npm_config_${name.replace('-', '_')}`] === 'true';
const [dir] = positionals;
if ((dir === undefined) !== isGiven('in-place')) {
  refuseArguments(USAGE, dir === undefined ? 'DIR is missing.' : '--in-place takes no folder.');
}
const at = momentOf(values.at ?? process.env['npm_config_at']);

await endWith(async () => {
  const options = {
    newKey: isGiven('new-key'),
    unverified: isGiven('unverified'),
    print: (line: string) => console.log(line),
  };
  const config = configFromEnvironment();
  if (dir === undefined) return (await resumeInPlace(config, options)) ? 0 : 1;
  const isInOrder =
    at === undefined ? await restoreBackup(config, dir, options) : await restoreToMoment(config, dir, at, options);
  return isInOrder ? 0 : 1;
});

/** Null: the archive's end. Undefined: none was given. */
function momentOf(text: string | undefined): Date | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'latest') return null;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return new Date(text);
  return refuseArguments(USAGE, '--at needs an instant with its zone, such as 2026-11-24T10:30:00Z, or latest.');
}
