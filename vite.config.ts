import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env['RANGOLI_URL'] ?? 'http://localhost:4000';

export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0 },
  server: {
    port: 5173,
    proxy: {
      '/graphql': { target: server, ws: true },
      '/graphiql': server,
      '/avatars': server,
      '/documents': server,
      '/exports': server,
      '/dev/mail': server,
    },
  },
});
