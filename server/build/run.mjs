/**
 * Runs this project's TypeScript: `node server/build/run.mjs file.ts [argument ...]`. esbuild bundles the file and
 * every project file that it imports into one module; packages stay external. A loader that Node calls for each file,
 * such as tsx's, takes twice the CPU time to start a server (.github/decisions/012).
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Inside the project, so that packages are resolved from there. */
const BUNDLES = join(ROOT, '.build/run');

/** Runs `file`, a path from the project's root or an absolute one. Throws when a project file has a syntax error. */
export async function run(file) {
  process.setSourceMapsEnabled(true);
  const entry = resolve(ROOT, file);
  const bundle = join(BUNDLES, `${relative(ROOT, entry).replaceAll(/[\\/]/g, '.')}.mjs`);
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile: bundle,
    write: false,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    plugins: [ownUrls],
    logLevel: 'error',
  });
  await stop();
  mkdirSync(dirname(bundle), { recursive: true });
  // Renamed into place, so that a program that starts at the same time reads a complete file.
  const draft = `${bundle}.${process.pid}`;
  writeFileSync(draft, outputFiles[0].contents);
  renameSync(draft, bundle);
  return import(pathToFileURL(bundle).href);
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file = '', ...args] = process.argv;
  process.argv = [process.argv[0], resolve(file), ...args];
  await run(resolve(file)).catch((error) => {
    // esbuild has already printed the errors of a failed build.
    if (!Array.isArray(error.errors)) throw error;
    process.exit(1);
  });
}
