import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files in a folder and all its subfolders; a file itself; none when the path doesn't exist. */
export function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
