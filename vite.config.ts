import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { documentHead } from './server/build/documentHead.ts';
import { importedFiles } from './server/build/importedFiles.ts';
import { pageDocuments } from './server/build/pageDocuments.ts';
import { outlineStyles } from './web/outlines.ts';
import { tokenStyles } from './web/ui/tokens.ts';

const web = fileURLToPath(new URL('./web', import.meta.url));
const inline = (name: string) => readFileSync(new URL(`./web/${name}.inline.js`, import.meta.url), 'utf8');
const server = process.env['RANGOLI_URL'] ?? 'http://localhost:4000';

/** What development and the build share; the build adds a language and the pages' documents (server/build/buildWeb.ts). */
export default defineConfig({
  root: web,
  // The build of rxjs for browsers of the last ten years.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  plugins: [
    pageDocuments(web),
    documentHead(tokenStyles() + outlineStyles, inline('colorScheme'), inline('earlyQueries')),
    importedFiles(web),
    react({ jsxImportSource: '#jsx' }),
  ],
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    assetsInlineLimit: 0,
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
