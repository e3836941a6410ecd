import { expect, test } from 'vitest';
import { knownHoles } from '../platform/knownHoles.ts';
import { acceptHoles, holesInUse, KnownHolesError } from './acceptHoles.ts';

const HOLES = knownHoles({ node: '20.20.2', postgres: '18.4' });
const NAMES = ['node-20.20.2', 'postgresql-18.4'];
const real = { mode: 'real', operator: { name: 'Meru', licence: 'Test Licence 1', licenceInHindi: null } } as const;

/** What the call returns, and the lines that it logs. */
function accepting(
  holes: typeof HOLES,
  acceptedHoles: readonly string[],
  money: typeof real | { mode: 'play' } = real,
) {
  const lines: string[] = [];
  const log = { warn: (_facts: object, line: string) => void lines.push(line) };
  return { names: acceptHoles(holes, { money, acceptedHoles }, log as never), lines };
}

test('real money starts on known holes only where they are accepted by name, which is logged at each start', () => {
  expect(() => accepting(HOLES, [])).toThrow(KnownHolesError);
  expect(() => accepting(HOLES, [])).toThrow(/only with KNOWN_HOLES_ACCEPTED=node-20\.20\.2,postgresql-18\.4\.$/);
  const { names, lines } = accepting(HOLES, NAMES.toReversed());
  expect(names).toEqual(NAMES);
  expect(lines).toEqual([expect.stringContaining('real money on programs with known holes')]);
});

test.each([
  ['lacks one', ['node-20.20.2']],
  ['names another version', ['node-20.20.1', 'postgresql-18.4']],
  ['names one too many', [...NAMES, 'postgresql-15.19']],
  ['names one twice', ['node-20.20.2', 'node-20.20.2']],
])('a list that %s is refused, with the exact value', (_, accepted) => {
  expect(() => accepting(HOLES, accepted)).toThrow(
    `KNOWN_HOLES_ACCEPTED=node-20.20.2,postgresql-18.4, not ${accepted.join(',')}.`,
  );
});

test('a list is refused that has outlived its holes', () => {
  expect(() => accepting([], NAMES)).toThrow('Unset it.');
  expect(accepting([], [])).toEqual({ names: [], lines: [] });
});

test('play money starts on known holes, with one line in the log', () => {
  const { names, lines } = accepting(HOLES, [], { mode: 'play' });
  expect(names).toEqual([]);
  expect(lines).toHaveLength(1);
});

test('the database is asked for its version, whoever runs it', async () => {
  const client = { query: () => Promise.resolve({ rows: [{ version: '150019' }] }) };
  expect(await holesInUse(client as never, '24.22.3')).toEqual([
    { program: 'postgresql', version: '15.19', patched: '15.20' },
  ]);
});
