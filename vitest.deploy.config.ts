import { defineConfig } from 'vitest/config';
import { graphqlAlias } from './vitest.config.ts';

/** `npm run deploytest`: the server behind real proxies and poolers, from Debian's packages, and on disks that are full or broken. */
export default defineConfig({
  resolve: { alias: [graphqlAlias] },
  test: {
    environment: 'node',
    include: ['tests/deploy/**/*.test.ts', 'tests/faults/disk/**/*.test.ts'],
    globalSetup: ['tests/support/globalSetup.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
