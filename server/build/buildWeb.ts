import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { WEB_DIST } from '../config/builtWeb.ts';
import { generateDocuments } from './documents.ts';
import { filesUnder } from './filesUnder.ts';
import { fingerprintOf, Stamp } from './stamp.ts';
import { writeServiceWorker } from './writeServiceWorker.ts';
import { writeVerifiers } from './writeVerifiers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const stamp = new Stamp('web');
/** Everything that the built web app depends on. */
const INPUTS = ['web', 'schema.graphql', 'codegen.ts', 'vite.config.ts', 'server/build', 'package-lock.json'];
const COMPRESSED = /\.(html|js|css|svg|json|txt|webmanifest)$/;

/** Builds the web app into web/dist unless the existing build has the same inputs. */
export async function buildWebIfChanged(onNotice: (line: string) => void): Promise<void> {
  const fingerprint = fingerprintOf(inputFiles(), (path) => readFileSync(path));
  if (existsSync(WEB_DIST) && stamp.holds(fingerprint)) return;
  onNotice('Building the web app (only after changes) ...');
  await generateDocuments();
  const aside = join(ROOT, `.build/web-${process.pid}`);
  await bundle(aside);
  await writeServiceWorker(join(ROOT, 'web/serviceWorker.ts'), aside);
  await writeVerifiers(ROOT, aside);
  await compressFiles(aside);
  rmSync(WEB_DIST, { recursive: true, force: true });
  renameSync(aside, WEB_DIST);
  stamp.write(fingerprint);
}

async function bundle(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const { build } = await import('vite');
  const { NODE_ENV } = process.env;
  // A test run has its own, for which React's development build would be bundled.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      configFile: join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    });
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}

/** Writes a .br and a .gz file beside every text file, so that serving needs no compression. */
async function compressFiles(folder: string): Promise<void> {
  const files = filesUnder(folder).filter((path) => COMPRESSED.test(path));
  await Promise.all(
    files.map(async (path) => {
      const text = readFileSync(path);
      writeFileSync(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(text, { params }));
    }),
  );
}

function inputFiles(): string[] {
  const files = INPUTS.flatMap((input) => filesUnder(join(ROOT, input)));
  return files.filter((file) => !isGenerated(file)).toSorted();
}

function isGenerated(path: string): boolean {
  return path.startsWith(WEB_DIST) || path.startsWith(join(ROOT, 'web/gql'));
}
