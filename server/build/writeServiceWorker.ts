import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFile } from '../config/builtWeb.ts';
import { patternOf, screenRoutes } from '../config/screens.ts';
import type { Language } from '../platform/languages.ts';
import { pages } from '../../web/routes.ts';

/** A file that documents name and that has no hash. */
const UNHASHED = '/favicon.svg';

/** By language: the files that the main pages need, from the folder of the build; those of others are kept once they were opened. */
type Kept = ReadonlyMap<Language, readonly string[]>;

/** Writes /sw.js into a finished build: web/serviceWorker.ts with the names of the files of each language. */
export async function writeServiceWorker(source: string, build: string, kept: Kept): Promise<void> {
  const { transform } = await import('esbuild');
  const { code } = await transform(readFileSync(source, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    minify: true,
    define: { SHELL: JSON.stringify(shellOf(build, kept)) },
  });
  writeFileSync(join(build, 'sw.js'), code);
}

function shellOf(build: string, kept: Kept) {
  const hash = createHash('sha256');
  for (const language of kept.keys()) {
    for (const { path } of pages) hash.update(readFileSync(join(build, documentFile(path, language))));
  }
  const withSlash = ([language, files]: [Language, readonly string[]]) =>
    [language, [UNHASHED, ...files.map((file) => `/${file}`)]] as const;
  return {
    release: hash.digest('hex').slice(0, 16),
    files: Object.fromEntries([...kept].map(withSlash)),
    pages: screenRoutes.map(patternOf),
  };
}
