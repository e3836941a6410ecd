import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { chunks } from './server/build/chunks.ts';
import { classNames } from './server/build/classNames.ts';
import { documentHead } from './server/build/documentHead.ts';
import { importedFiles } from './server/build/importedFiles.ts';
import { languages } from './server/build/languages.ts';
import { pageDocuments } from './server/build/pageDocuments.ts';
import { libraryParts } from './server/build/libraryParts.ts';
import { pageFiles, routesUnder } from './server/build/pageFiles.ts';
import { smallScripts } from './server/build/smallScripts.ts';
import { earlyQueries } from './web/earlyQueries.ts';
import { common } from './web/messages/en/common.ts';
import { landing } from './web/messages/en/landing.ts';
import { common as commonInHindi } from './web/messages/hi/common.ts';
import { landing as landingInHindi } from './web/messages/hi/landing.ts';
import { locales, type Language } from './web/messages/locales.ts';
import { paths } from './web/paths.ts';
import { shellOf, shellStyles } from './web/shell.ts';
import { tokenStyles } from './web/ui/tokens.ts';

const web = fileURLToPath(new URL('./web', import.meta.url));
const inline = (name: string) => readFileSync(new URL(`./web/${name}.inline.js`, import.meta.url), 'utf8');
const server = process.env['RANGOLI_URL'] ?? 'http://localhost:4000';

/** The shells of the pages as the first language's pages.json has them, each with its translation. */
const shellsIn = (language: Language) =>
  routesUnder(web, paths).map(({ path }) => [inJson(shellOf(path)), inJson(shellOf(path, language))] as const);

const inJson = (text: string) => JSON.stringify(text);

const documentWords = {
  hi: [...shellsIn('hi'), [common.loading, commonInHindi.loading], [landing.text, landingInHindi.text]],
} as const;

export default defineConfig({
  root: web,
  // The build of rxjs for browsers of the last ten years.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  plugins: [
    languages(web, { locales, documentWords }),
    pageDocuments(web),
    pageFiles(web, { paths, shellOf, earlyQueries }),
    documentHead(tokenStyles() + shellStyles, inline('colorScheme'), inline('earlyQueries')),
    libraryParts,
    importedFiles(web),
    react({ jsxImportSource: '#jsx' }),
    smallScripts,
  ],
  css: { modules: { generateScopedName: classNames(web) } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: chunks,
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/graphql': { target: server, ws: true },
      '/graphiql': server,
      '/avatars': server,
      '/dev/mail': server,
      '/documents': server,
      '/exports': server,
      '/records': server,
    },
  },
});
