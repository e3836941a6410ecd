import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LONGEST, longestFirst } from './longestFirst.ts';

const file = (project: string, path: string) => ({ project: { name: project }, moduleId: `/rangoli/${path}.test.ts` });
const order = (...files: ReturnType<typeof file>[]) =>
  longestFirst(files).map(({ project, moduleId }) => `${project.name} ${moduleId.replace('/rangoli/', '')}`);

it('starts long files first, and leaves the others as they were', () => {
  expect(order(file('api', 'tests/api/wallet'), file('api', 'tests/api/bets'), file('api', 'tests/api/start'))).toEqual(
    ['api tests/api/start.test.ts', 'api tests/api/wallet.test.ts', 'api tests/api/bets.test.ts'],
  );
});

it('keeps the files of a project together', () => {
  expect(
    order(
      file('unit', 'server/a'),
      file('api', 'tests/api/bets'),
      file('unit', 'db/b'),
      file('api', 'tests/api/start'),
    ),
  ).toEqual([
    'unit server/a.test.ts',
    'unit db/b.test.ts',
    'api tests/api/start.test.ts',
    'api tests/api/bets.test.ts',
  ]);
});

it.each(LONGEST)('%s is a file', (path) => {
  expect(existsSync(`${path}.test.ts`)).toBe(true);
});
