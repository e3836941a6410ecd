import { defineConfig } from 'vitest/config';
import { graphqlAlias } from './vitest.config.ts';

/** `npm run deploytest`: the server behind real proxies and poolers, from Debian's packages. */
export default defineConfig({
  resolve: { alias: [graphqlAlias] },
  test: {
    environment: 'node',
    include: ['tests/deploy/**/*.test.ts'],
    globalSetup: ['tests/support/globalSetup.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
