import { readdirSync, readFileSync } from 'node:fs';
import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { schema } from '../../server/graphql/schema/schema.ts';
import { isPast, leftovers } from './leftovers.ts';

const RELEASE = String.raw`(\d+\.(?:\d+\.\d+|x))`;
const MARK = new RegExp('`([^`]+)` goes after ' + RELEASE, 'g');

const sources = ['server', 'db', 'web'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.(tsx?|mjs|sql)$/.test(path) && !/^(web\/(gql|dist)|db\/migrations)\//.test(path)),
);
const texts = new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]));

/** `file: name after release` of each mark in the code. */
const marks = [...texts].flatMap(([path, text]) =>
  [...text.replaceAll(/\n\s*(?:--|\*|\/\/) ?/g, ' ').matchAll(MARK)].map(
    ([, name, after]) => `${path}: ${name} after ${after}`,
  ),
);

/** The deprecations of an API: coordinate and reason. */
function deprecated(of: GraphQLSchema): { name: string; reason: string }[] {
  const found: { name: string; reason: string | null | undefined }[] = [];
  for (const type of Object.values(of.getTypeMap())) {
    if (isEnumType(type)) {
      found.push(
        ...type.getValues().map((value) => ({ name: `${type.name}.${value.name}`, reason: value.deprecationReason })),
      );
    }
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      found.push({ name: `${type.name}.${field.name}`, reason: field.deprecationReason });
      if (!('args' in field)) continue;
      for (const argument of field.args)
        found.push({ name: `${type.name}.${field.name}(${argument.name}:)`, reason: argument.deprecationReason });
    }
  }
  return found.flatMap(({ name, reason }) => (reason ? [{ name, reason }] : []));
}

const listed = (isApi: boolean) =>
  leftovers
    .filter(({ file }) => (file === 'schema.graphql') === isApi)
    .map(({ name, file, after }) => `${file}: ${name} after ${after}`)
    .toSorted();

test('nothing is left that should have gone with an earlier release', () => {
  expect(leftovers.filter(({ after }) => isPast(manifest.version, after)).map(({ name }) => name)).toEqual([]);
});

test('every mark in the code is in the list with its release, and everything in the list has its mark', () => {
  expect(marks.toSorted()).toEqual(listed(false));
});

test('every deprecation of the GraphQL API gives its end, and is in the list', () => {
  const released = new RegExp(`Removed after ${RELEASE}\\.$`);
  const ends = deprecated(schema).map(
    ({ name, reason }) => `schema.graphql: ${name} after ${released.exec(reason)?.[1]}`,
  );
  expect(ends.toSorted()).toEqual(listed(true));
});

test('what the code keeps for servers of an older release has a mark', () => {
  const kept =
    /\bservers of (?:the release before|older releases)|\breleases before\b.*\bany more\b|Not written any more/;
  const unmarked = [...texts].filter(
    ([path, text]) => kept.test(text) && !marks.some((mark) => mark.startsWith(`${path}:`)),
  );
  expect(unmarked.map(([path]) => path)).toEqual([]);
});

test.each([
  ['0.1.0', '1.0.0', false],
  ['1.0.0-rc.2', '1.0.0', false],
  ['1.0.0', '1.0.0', false],
  ['1.0.1', '1.0.0', true],
  ['1.1.0-rc.1', '1.0.0', true],
  ['1.9.9', '1.x', false],
  ['2.0.0-rc.1', '1.x', true],
])('of release %s, what goes after %s is overdue: %s', (version, after, overdue) => {
  expect(isPast(version, after)).toBe(overdue);
});
