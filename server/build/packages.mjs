import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLES, isCurrent, keepBundle, PACKAGES, ROOT } from './bundleFiles.mjs';

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

/** Builds the bundle that exports the namespace of each of JOINED by its place, where packages have changed. */
export async function buildPackages() {
  if (isCurrent(PACKAGES)) return;
  const { build } = await import('esbuild');
  const result = await build({
    stdin: {
      contents: JOINED.map((name, place) => `export * as ${exportOf(place)} from '${name}';`).join('\n'),
      sourcefile: 'packages.mjs',
      resolveDir: ROOT,
    },
    outfile: PACKAGES,
    absWorkingDir: ROOT,
    write: false,
    bundle: true,
    platform: 'node',
    // V8's code cache is for scripts: Node 20 has none for modules.
    format: 'cjs',
    target: 'node20',
    metafile: true,
    plugins: [graphqlModule],
    logLevel: 'error',
  });
  const [{ text }] = result.outputFiles;
  removeCaches();
  keepBundle(PACKAGES, result, `// ${createHash('sha256').update(text).digest('hex')}\n`);
}

/**
 * esbuild's plugin that takes graphql's ES module. Through its script, each use of a function of graphql in another package
 * goes through three getters, which took a thirtieth of a bet's CPU time.
 */
const graphqlModule = {
  name: 'graphql-module',
  setup({ onResolve }) {
    onResolve({ filter: /^graphql$/ }, () => ({ path: join(ROOT, 'node_modules/graphql/index.mjs') }));
  },
};

/** Of former bundles (loadedPackages.mjs). */
function removeCaches() {
  if (!existsSync(BUNDLES)) return;
  const caches = readdirSync(BUNDLES).filter((name) => /^packages\.cjs\.[0-9a-f]{16}\.[0-9a-f]+$/.test(name));
  for (const name of caches) rmSync(join(BUNDLES, name), { force: true });
}

/** esbuild's plugin that takes what is in JOINED from the bundle of packages. */
export async function joinedPackages() {
  const { packages } = await import('./loadedPackages.mjs');
  const loaded = '../../server/build/loadedPackages.mjs';
  const names = new Set(JOINED.map(packageOf));
  return {
    name: 'joined-packages',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[^./]/ }, ({ path }) => {
        if (!names.has(packageOf(path))) return undefined;
        if (!JOINED.includes(path)) return { errors: [{ text: `${path} has to be added to JOINED in packages.mjs` }] };
        return { path, namespace: 'joined' };
      });
      onResolve({ filter: /^\./, namespace: 'joined' }, () => ({ path: loaded, external: true }));
      onLoad({ filter: /.*/, namespace: 'joined' }, ({ path }) => {
        const name = exportOf(JOINED.indexOf(path));
        const exported = Object.keys(packages[name]).filter((key) => key !== 'default');
        const lines = [
          `import { packages } from '${loaded}';`,
          `export const { ${exported.join(', ')} } = packages.${name};`,
          `export default packages.${name}.default;`,
        ];
        return { contents: lines.join('\n') };
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
