import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUNDLES, isCurrent, keepBundle, ROOT } from './bundleFiles.mjs';

/**
 * Imports of a server whose packages have many files: looked up and compiled one by one, they are half of the time of
 * a start. Packages that are native, locate files beside themselves, or take objects of these from elsewhere are not
 * among them.
 */
const JOINED = [
  '@fastify/cors',
  '@fastify/static',
  '@fastify/websocket',
  '@pothos/core',
  '@pothos/plugin-complexity',
  '@pothos/plugin-dataloader',
  '@pothos/plugin-relay',
  'dataloader',
  'drizzle-orm',
  'drizzle-orm/node-postgres',
  'drizzle-orm/pg-core',
  'fastify',
  'graphql',
  'graphql-ws',
  // The bench's server of graphql-ws as it comes.
  'graphql-ws/use/ws',
  'graphql-yoga',
  'jose',
  'nodemailer',
  'pg',
  'prom-client',
  'zod',
];

/** Path of the module that exports the namespace of each of JOINED by its place; built when packages have changed. */
export async function packagesBundle() {
  const bundle = join(BUNDLES, 'packages.mjs');
  if (isCurrent(bundle)) return bundle;
  const { build } = await import('esbuild');
  const result = await build({
    stdin: {
      contents: JOINED.map((name, place) => `export * as ${exportOf(place)} from '${name}';`).join('\n'),
      sourcefile: 'packages.mjs',
      resolveDir: ROOT,
    },
    outfile: bundle,
    absWorkingDir: ROOT,
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    metafile: true,
    // For the packages among them that are CommonJS.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [fileNamesOnly],
    logLevel: 'error',
  });
  keepBundle(bundle, result);
  return bundle;
}

/** esbuild's plugin that takes what is in JOINED from the bundle of packages. */
export async function joinedPackages(bundle) {
  const namespaces = await import(pathToFileURL(bundle).href);
  const beside = `./${basename(bundle)}`;
  const names = new Set(JOINED.map(packageOf));
  return {
    name: 'joined-packages',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[^./]/ }, ({ path }) => {
        if (!names.has(packageOf(path))) return undefined;
        if (!JOINED.includes(path)) return { errors: [{ text: `${path} has to be added to JOINED in packages.mjs` }] };
        return { path, namespace: 'joined' };
      });
      onResolve({ filter: /^\.\//, namespace: 'joined' }, () => ({ path: beside, external: true }));
      onLoad({ filter: /.*/, namespace: 'joined' }, ({ path }) => {
        const name = exportOf(JOINED.indexOf(path));
        const exported = Object.keys(namespaces[name]).filter((key) => key !== 'default');
        const lines = [`import { ${name} } from '${beside}';`, `export const { ${exported.join(', ')} } = ${name};`];
        return { contents: [...lines, `export default ${name}.default;`].join('\n') };
      });
    },
  };
}

function exportOf(place) {
  return `package${place}`;
}

/** Name of the package to which an import belongs. */
function packageOf(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/**
 * Maps a package's file to its name alone, without lines: with them, decoding the source map at the first error would
 * take 0.3 s and 100 MB.
 */
const fileNamesOnly = {
  name: 'file-names-only',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?js$/ }, async ({ path }) => {
      const map = { version: 3, sources: [basename(path)], names: [], mappings: 'AAAA' };
      const url = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
      return { contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=${url}` };
    });
  },
};
