import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFile } from '../config/builtWeb.ts';
import { patternOf, screenRoutes } from '../config/screens.ts';
import type { Language } from '../platform/languages.ts';
import { pages } from '../../web/routes.ts';

/** A file that documents name and that has no hash. */
const UNHASHED = '/favicon.svg';

/** The files that the main pages need in a language, from the folder of the build; those of others are kept once they were opened. */
export interface ShellFiles {
  readonly language: Language;
  readonly files: readonly string[];
}

/** Writes /sw.js into a finished build: web/serviceWorker.ts with the names of the files of each language. */
export async function writeServiceWorker(source: string, build: string, shells: readonly ShellFiles[]): Promise<void> {
  const { transform } = await import('esbuild');
  const { code } = await transform(readFileSync(source, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    minify: true,
    define: { SHELL: JSON.stringify(shellOf(build, shells)) },
  });
  writeFileSync(join(build, 'sw.js'), code);
}

function shellOf(build: string, shells: readonly ShellFiles[]) {
  const hash = createHash('sha256');
  for (const { language } of shells) {
    for (const { path } of pages) hash.update(readFileSync(join(build, documentFile(path, language))));
  }
  return {
    release: hash.digest('hex').slice(0, 16),
    files: Object.fromEntries(
      shells.map(({ language, files }) => [language, [UNHASHED, ...files.map((file) => `/${file}`)]]),
    ),
    pages: screenRoutes.map(patternOf),
  };
}
