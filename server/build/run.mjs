/**
 * Runs this project's TypeScript: `node server/build/run.mjs file.ts [argument ...]`. esbuild bundles the file and
 * every project file that it imports into one module, which is kept until something in it changes. A loader that Node calls
 * for each file, such as tsx's, takes many times the CPU time to start a server (.github/decisions/012).
 */
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BUNDLES, isCurrent, keepBundle, ROOT } from './bundleFiles.mjs';

/** What `npm start` runs: the server, and the programs of its threads (server/platform/workerThread.ts). */
export const SERVER_PROGRAMS = ['server/start.ts', 'server/domain/statements/statementReader.ts'];

/** Runs `file`, a path from the project's root or an absolute one. Throws when a project file has a syntax error. */
export async function run(file) {
  process.setSourceMapsEnabled(true);
  return import(pathToFileURL(await bundled(file)).href);
}

/** Path of the file's bundle, which is built if it isn't there or what it is made of has changed. */
export async function bundled(file) {
  const entry = resolve(ROOT, file);
  const bundle = join(BUNDLES, `${relative(ROOT, entry).replaceAll(/[\\/]/g, '.')}.mjs`);
  if (isCurrent(bundle)) return bundle;
  const { build, stop } = await import('esbuild');
  const result = await build({
    entryPoints: [entry],
    outfile: bundle,
    absWorkingDir: ROOT,
    write: false,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    metafile: true,
    plugins: [ownUrls, lazyPages],
    logLevel: 'error',
  });
  await stop();
  keepBundle(bundle, result);
  return bundle;
}

/** Each file keeps its own `import.meta.url`, by which files locate others. */
const ownUrls = {
  name: 'own-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)) };
    });
  },
};

/** The server reads the list of the web's pages (web/routes.ts), and no page. */
const lazyPages = {
  name: 'lazy-pages',
  setup({ onResolve }) {
    onResolve({ filter: /Page\.tsx$/ }, ({ kind }) => (kind === 'dynamic-import' ? { external: true } : undefined));
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file = '', ...args] = process.argv;
  process.argv = [process.argv[0], resolve(file), ...args];
  await run(resolve(file)).catch((error) => {
    // esbuild has already printed the errors of a failed build.
    if (!Array.isArray(error.errors)) throw error;
    process.exit(1);
  });
}
