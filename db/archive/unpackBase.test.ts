import { expect, test } from 'vitest';
import { placeIn } from './unpackBase.ts';

test('a file of a base backup has its place within the data folder', () => {
  expect(placeIn('/data/postgres', 'base/5/1259')).toBe('/data/postgres/base/5/1259');
  for (const path of [
    '../postgresX/PG_VERSION',
    '../postgres/PG_VERSION',
    'base/../../seed.key',
    '..',
    '.',
    '',
    '/etc/passwd',
    'base//5',
    'base/..',
    String.raw`..\postgresX\PG_VERSION`,
    'C:/Windows',
  ]) {
    expect(() => placeIn('/data/postgres', path), path).toThrow('names a file outside of it');
  }
});
