import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/run/longestFirst.ts';

/** Else two copies of graphql are loaded (ESM and CommonJS), which refuse each other's schemas. */
export const graphqlAlias = {
  find: /^graphql$/,
  replacement: fileURLToPath(new URL('./node_modules/graphql/index.js', import.meta.url)),
};

/** Patience, not an expectation: machines under load, and CI among them, are slow at times. */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: ['tests/support/patientWaits.ts', 'tests/support/settledImports.ts'],
};

/** Its mock of a package must be there before anything else has loaded that package. */
const mocking = ['tests/api/hostileDocuments.test.ts'];

/** They mount file systems and trace processes, as root: `npm run deploytest`. */
const onDisks = 'tests/faults/disk/**';

/** With a server and a PostgreSQL behind the tests. */
const api = {
  environment: 'node' as const,
  globalSetup: ['tests/support/globalSetup.ts'],
  // Every operation of these tests goes by both ways through the server (tests/support/graphqlPaths.ts).
  env: { GRAPHQL_BOTH_PATHS: 'on' },
  ...patience,
};

export default defineConfig({
  test: {
    // More than cores: many tests of deadlines and lost connections wait.
    maxWorkers: 3,
    // Files of one worker share what they import: loading the server anew for each takes longer than most of them.
    isolate: false,
    // Transformed modules are kept under node_modules by their content: loading the server takes 1.8 s instead of 5.8 s.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        resolve: { alias: [graphqlAlias] },
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{server,db,web}/**/*.test.ts', 'tests/{run,support}/**/*.test.ts'],
          ...patience,
        },
      },
      {
        extends: true,
        plugins: [react({ jsxImportSource: '#jsx' })],
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/**/*.test.tsx'],
          ...patience,
          setupFiles: [...patience.setupFiles, 'tests/support/webSetup.ts'],
        },
      },
      {
        extends: true,
        resolve: { alias: [graphqlAlias] },
        test: {
          name: 'api',
          include: ['tests/{api,faults,repo}/**/*.test.ts'],
          exclude: [...mocking, onDisks],
          ...api,
        },
      },
      {
        extends: true,
        resolve: { alias: [graphqlAlias] },
        test: { name: 'api with mocks', include: mocking, isolate: true, ...api },
      },
    ],
  },
});
