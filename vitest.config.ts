import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Else two copies of graphql are loaded (ESM and CommonJS), which refuse each other's schemas. */
export const graphqlAlias = {
  find: /^graphql$/,
  replacement: fileURLToPath(new URL('./node_modules/graphql/index.js', import.meta.url)),
};

/** Patience, not an expectation: machines under load, and CI among them, are slow at times. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias: [graphqlAlias] },
        test: {
          name: 'unit',
          environment: 'node',
          include: ['server/**/*.test.ts', 'db/**/*.test.ts', 'web/**/*.test.ts'],
          ...patience,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/**/*.test.tsx'],
          ...patience,
        },
      },
      {
        resolve: { alias: [graphqlAlias] },
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts', 'tests/faults/**/*.test.ts', 'tests/repo/**/*.test.ts'],
          globalSetup: ['tests/support/globalSetup.ts'],
          // Every operation of these tests goes by both ways through the server (tests/support/graphqlPaths.ts).
          env: { GRAPHQL_BOTH_PATHS: 'on' },
          ...patience,
        },
      },
    ],
  },
});
