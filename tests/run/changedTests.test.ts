import { describe, expect, it } from 'vitest';
import { type KnownFile, MAX_SERVER_TESTS, selectTests } from './changedTests.ts';

const file = (path: string, imports: string[] = [], more: Partial<KnownFile> = {}): KnownFile => ({
  path,
  imports,
  exports: [],
  ...more,
});
const verb = (path: string, name: string, imports: string[] = []) =>
  file(path, imports, { exports: [`${name}Verb`, name] });

const files = [
  verb('server/domain/bets/placeBet.ts', 'placeBet', ['server/domain/bets/stake.ts']),
  file('server/domain/bets/stake.ts', [], { exports: ['stakeOf'] }),
  file('server/domain/bets/stake.test.ts', ['server/domain/bets/stake.ts']),
  file('server/graphql/schema/bet.ts', ['server/domain/bets/placeBet.ts'], { exports: ['Bet'] }),
  file('server/graphql/schema/schema.ts', ['server/graphql/schema/bet.ts']),
  file('tests/api/other.test.ts', ['server/graphql/schema/schema.ts'], { text: 'nothing of it' }),
  file('tests/api/bets.test.ts', [], { text: 'mutation { placeBet } placeBet(1)' }),
  file('web/ui/Amount.tsx'),
  file('web/ui/Field.tsx', ['web/ui/Amount.tsx']),
  file('web/ui/Field.test.tsx', ['web/ui/Field.tsx']),
];
const testsOf = (...changed: string[]) => selectTests(changed, files)?.tests;

describe('the tests of a change', () => {
  it('of a verb are those that name it, not all that reach it through the schema', () => {
    expect(testsOf('server/domain/bets/placeBet.ts')).toEqual(['tests/api/bets.test.ts']);
  });

  it('of what a verb uses are its own and those of the verb', () => {
    expect(testsOf('server/domain/bets/stake.ts')).toEqual([
      'server/domain/bets/stake.test.ts',
      'tests/api/bets.test.ts',
    ]);
  });

  it('of a file of GraphQL are those that name its verbs', () => {
    expect(testsOf('server/graphql/schema/bet.ts')).toEqual(['tests/api/bets.test.ts']);
  });

  it('of an SQL function are those that its mutants are tried with, and those that name it', () => {
    expect(testsOf('db/functions/payout.sql')?.[0]).toBe('tests/api/payouts.test.ts');
  });

  it('of the web are all that reach it', () => {
    expect(testsOf('web/ui/Amount.tsx')).toEqual(['web/ui/Field.test.tsx']);
  });

  it('of a test are itself, of a document none', () => {
    expect(testsOf('tests/api/other.test.ts', 'README.md')).toEqual(['tests/api/other.test.ts']);
    expect(testsOf('README.md')).toEqual([]);
  });

  it.each(['package.json', 'tests/support/server.ts', 'db/client.ts', 'server/domain/unknown.ts'])(
    'of %s are whatever reaches it',
    (path) => {
      expect(selectTests([path, 'web/ui/Amount.tsx'], files)).toBeNull();
    },
  );

  it('are the few on a server that name it most, and the others are named', () => {
    const many = Array.from({ length: MAX_SERVER_TESTS + 2 }, (_, count) =>
      file(`tests/api/t${count}.test.ts`, [], { text: 'placeBet '.repeat(count + 10) }),
    );
    const { tests = [], leftOut = [] } = selectTests(['server/domain/bets/placeBet.ts'], [...files, ...many]) ?? {};
    expect(tests).toHaveLength(MAX_SERVER_TESTS);
    expect(tests[0]).toBe(`tests/api/t${MAX_SERVER_TESTS + 1}.test.ts`);
    expect(leftOut).toEqual(['tests/api/t1.test.ts', 'tests/api/bets.test.ts', 'tests/api/t0.test.ts']);
  });
});
