import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { filesOf } from './builtFiles.ts';

/** Vite imports it wherever a module has an `import()`, and calls its `__vitePreload` with that and the files to load before. */
const HELPER = '\0vite/preload-helper.js';

/**
 * Replaces what Vite puts around each `import()` by the web app's own function (web/lib/importModule.ts), and gives it all scripts
 * that the imported module needs: itself, and those which neither the document's entry nor the importing script has loaded.
 */
export function importedFiles(web: string): Plugin {
  let bundle: Rolldown.OutputBundle;
  const scriptsOf = (script: string, importer: string): string[] => {
    const loaded = filesOf(bundle, ({ isEntry, fileName }) => isEntry || fileName === importer);
    const needed = filesOf(bundle, ({ fileName }) => fileName === script);
    return [...needed].filter((file) => file.endsWith('.js') && !loaded.has(file));
  };
  return {
    name: 'imported-files',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, beside, { hostId, hostType }) =>
            hostType === 'html' ? beside : scriptsOf(file, hostId),
        },
      },
    }),
    load(id) {
      if (id !== HELPER) return undefined;
      return `export { importModule as __vitePreload } from ${JSON.stringify(join(web, 'lib/importModule.ts'))};`;
    },
    // Before Vite asks for the scripts.
    generateBundle: {
      order: 'pre',
      handler(_options, built) {
        bundle = built;
      },
    },
  };
}
