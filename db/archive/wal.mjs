// Run by PostgreSQL itself, with nothing but Node.js: copied beside the data, where its account can read it.
//   node wal.mjs archive DIR PATH NAME   puts the file PATH into the archive
//   node wal.mjs restore DIR NAME PATH   gets it back; status 1 where there is none, 200 where it is damaged
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** PostgreSQL takes a status above 125 as an error that ends the recovery. */
const DAMAGED = 200;

const [action, dir, first, second] = process.argv.slice(2);
process.exitCode = action === 'archive' ? archive(first, second) : restore(first, second);

/** Under another name first, synced, then linked: under its name a file is complete and never replaced. */
function archive(path, name) {
  const content = readFileSync(path);
  const place = join(dir, `${name}.gz`);
  const part = join(dir, `.${name}.part`);
  // Left behind by a process that was ended.
  rmSync(part, { force: true });
  write(part, gzipSync(content, { level: 1 }), 0o600);
  try {
    linkSync(part, place);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (gunzipSync(readFileSync(place)).equals(content)) return 0;
    console.error(`${place} is there with another content: two databases must not share an archive`);
    return 1;
  } finally {
    rmSync(part, { force: true });
    syncFolder(dir);
  }
  return 0;
}

function restore(name, path) {
  try {
    write(path, gunzipSync(readFileSync(join(dir, `${name}.gz`))), 0o600);
    return 0;
  } catch (error) {
    if (error.code === 'ENOENT') return 1;
    console.error(`${name} can't be restored: ${error.message}`);
    return DAMAGED;
  }
}

function write(path, content, mode) {
  const file = openSync(path, 'w', mode);
  try {
    for (let at = 0; at < content.length;) at += writeSync(file, content, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** So that the names in it survive a power cut. Windows syncs no folders. */
function syncFolder(path) {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
