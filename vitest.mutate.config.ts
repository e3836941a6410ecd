import { defineConfig } from 'vitest/config';
import { graphqlAlias } from './vitest.config.ts';

/** For `npm run mutate`: the pure tests alone, which Stryker runs once for each mutant. */
export default defineConfig({
  resolve: { alias: [graphqlAlias] },
  test: {
    environment: 'node',
    testTimeout: 60_000,
    include: [
      'server/domain/**/*.test.ts',
      'server/platform/{rateLimiter,addressRange,network}.test.ts',
      'server/http/{callLimit,clients}.test.ts',
      'server/graphql/runtime/limits.test.ts',
    ],
  },
});
