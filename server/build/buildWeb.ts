import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { WEB_DIST } from '../config/builtWeb.ts';
import { type Language, languages } from '../platform/languages.ts';
import { chunks } from './chunks.ts';
import { generateDocuments } from './documents.ts';
import { filesUnder } from './filesUnder.ts';
import { htmlPages } from './htmlPages.ts';
import { fingerprintOf, hasStamp, writeStamp } from './stamp.ts';
import { writeServiceWorker } from './writeServiceWorker.ts';
import { writeVerifiers } from './writeVerifiers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WEB = join(ROOT, 'web');
/** Everything that the built web app depends on. */
const INPUTS = [
  'web',
  'schema.graphql',
  'codegen.ts',
  'vite.config.ts',
  'server/build',
  'server/config/builtWeb.ts',
  'package.json',
  'package-lock.json',
];
const COMPRESSED = /\.(html|js|css|svg|json|txt|webmanifest)$/;

/** Builds the web app into web/dist unless the existing build has the same inputs. */
export async function buildWebIfChanged(onNotice: (line: string) => void): Promise<void> {
  const fingerprint = fingerprintOf(inputFiles(), (path) => readFileSync(path));
  if (existsSync(WEB_DIST) && hasStamp('web', fingerprint)) return;
  onNotice('Building the web app (only after changes) ...');
  await generateDocuments();
  const aside = join(ROOT, `.build/web-${process.pid}`);
  const kept = new Map<Language, readonly string[]>();
  for (const language of languages) await bundle(aside, language, (files) => kept.set(language, files));
  await writeServiceWorker(join(WEB, 'serviceWorker.ts'), aside, kept);
  await writeVerifiers(ROOT, aside);
  await compressFiles(aside);
  rmSync(WEB_DIST, { recursive: true, force: true });
  renameSync(aside, WEB_DIST);
  writeStamp('web', fingerprint);
}

/**
 * Builds the app in a language, whose groups of messages `#messages/` stands for (package.json). Scripts that have no message,
 * and import none that has, are the same in each. `onFiles` is told the files that the main pages need.
 */
async function bundle(folder: string, language: Language, onFiles: (files: readonly string[]) => void): Promise<void> {
  const { build, defaultClientConditions } = await import('vite');
  const { NODE_ENV } = process.env;
  // A test run has its own, for which React's development build would be bundled.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      configFile: join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      resolve: { conditions: [language, ...defaultClientConditions] },
      plugins: [htmlPages(WEB, language, onFiles)],
      build: {
        outDir: folder,
        emptyOutDir: language === languages[0],
        rolldownOptions: { output: chunks(WEB) },
      },
    });
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}

/** Writes a .br and a .gz file beside every text file that is served as it is, so that serving needs no compression. */
async function compressFiles(folder: string): Promise<void> {
  const files = filesUnder(folder).filter((path) => COMPRESSED.test(path) && !path.startsWith(join(folder, 'pages')));
  await Promise.all(
    files.map(async (path) => {
      const text = readFileSync(path);
      writeFileSync(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(text, { params }));
    }),
  );
}

/** Without what the build itself makes, and tests. */
function inputFiles(): string[] {
  const made = [WEB_DIST, join(WEB, 'gql')];
  return INPUTS.flatMap((input) => filesUnder(join(ROOT, input)))
    .filter((file) => !file.includes('.test.') && !made.some((folder) => file.startsWith(folder)))
    .toSorted();
}
