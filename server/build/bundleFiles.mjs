import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Inside the project, so that packages are resolved from there. */
export const BUNDLES = join(ROOT, '.build/run');
/** Where this file is, bundles are taken as they are (image.mjs). */
export const FIXED = join(BUNDLES, 'fixed');

/** What every bundle depends on beside the files in it: how it is made, and the installed packages. */
const OTHER_INPUTS = ['server/build/run.mjs', 'server/build/bundleFiles.mjs', 'node_modules/.package-lock.json'];

/** Whether the bundle is there and none of its inputs has changed since it was built. */
export function isCurrent(bundle) {
  if (!existsSync(bundle) || !existsSync(inputsOf(bundle))) return false;
  if (existsSync(FIXED)) return true;
  const before = JSON.parse(readFileSync(inputsOf(bundle), 'utf8'));
  const now = versions(Object.keys(before));
  return Object.entries(before).every(([path, version]) => now[path] === version);
}

/** Writes esbuild's result, with its metafile, into the file `bundle`. */
export function keepBundle(bundle, { outputFiles, metafile }) {
  mkdirSync(dirname(bundle), { recursive: true });
  replace(bundle, outputFiles[0].text);
  const files = Object.keys(metafile.inputs).filter((path) => existsSync(join(ROOT, path)));
  replace(inputsOf(bundle), JSON.stringify(versions([...files, ...OTHER_INPUTS])));
}

/** Size and time of change of each file, a path from the project's root; null for one that isn't there. */
function versions(paths) {
  return Object.fromEntries(
    paths.map((path) => {
      const stats = statSync(join(ROOT, path), { throwIfNoEntry: false });
      return [path, stats ? `${stats.size} ${stats.mtimeMs}` : null];
    }),
  );
}

function inputsOf(bundle) {
  return `${bundle}.inputs.json`;
}

/** Renamed into place, so that a program or thread that starts at the same time reads a complete file. */
function replace(path, contents) {
  const draft = `${path}.${process.pid}.${threadId}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}
