import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { documentStyle } from './server/build/documentStyle.ts';
import { pageDocuments } from './server/build/pageDocuments.ts';
import { pageFiles } from './server/build/pageFiles.ts';
import { paths } from './web/paths.ts';
import { tokenStyles } from './web/ui/tokens.ts';

const web = fileURLToPath(new URL('./web', import.meta.url));
const server = process.env['RANGOLI_URL'] ?? 'http://localhost:4000';

export default defineConfig({
  root: web,
  plugins: [pageDocuments(web), pageFiles(web, paths), documentStyle(tokenStyles()), react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        // What every page needs and rarely changes: kept by browsers over releases of ours.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/ },
            { name: 'apollo', test: /node_modules[\\/](@apollo|@wry|graphql|graphql-ws|optimism|rxjs)[\\/]/ },
          ],
        },
      },
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
    },
  },
});
