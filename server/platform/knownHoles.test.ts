import { expect, test } from 'vitest';
import { holeName, holeText, knownHoles, postgresVersion } from './knownHoles.ts';

test.each([
  ['20.20.2', null],
  ['22.23.4', '22.23.5'],
  ['22.3.5', '22.23.5'],
  ['23.11.0', null],
  ['24.22.2', '24.22.3'],
  ['26.13.0', '26.13.1'],
])('Node.js %s has known holes', (node, patched) => {
  expect(knownHoles({ node })).toEqual([{ program: 'node', version: node, patched }]);
});

test.each(['22.23.5', '22.24.0', '24.22.3', '24.100.0', '26.13.1', '27.0.0'])('Node.js %s has none', (node) => {
  expect(knownHoles({ node })).toEqual([]);
});

test.each([
  [150_019, '15.19', '15.20'],
  [160_015, '16.15', '16.16'],
  [170_011, '17.11', '17.12'],
  [180_004, '18.4', '18.7'],
  [140_030, '14.30', null],
])('a PostgreSQL of the version number %i has known holes', (versionNumber, version, patched) => {
  const postgres = postgresVersion(versionNumber);
  expect(knownHoles({ postgres })).toEqual([{ program: 'postgresql', version, patched }]);
});

test.each([150_020, 160_016, 170_012, 180_007, 180_010, 190_000])(
  'a PostgreSQL of the version number %i has none',
  (versionNumber) => {
    expect(knownHoles({ postgres: postgresVersion(versionNumber) })).toEqual([]);
  },
);

test('a hole is named as it is accepted, and its text gives the release to install', () => {
  const [node, postgres] = knownHoles({ node: '24.1.0', postgres: '18.4' });
  if (!node || !postgres) throw new Error('both have holes');
  expect([holeName(node), holeName(postgres)]).toEqual(['node-24.1.0', 'postgresql-18.4']);
  expect(holeText(node).todo).toContain('24.22.3 or newer');
  expect(holeText(postgres)).toMatchObject({
    what: expect.stringContaining('PostgreSQL 18.4 has known holes'),
    todo: expect.stringMatching(/18\.7 or newer.*POSTGRES_BIN/),
  });
});
