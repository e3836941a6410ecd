import { readFileSync } from 'node:fs';
import { isObjectType, isScalarType, isSpecifiedScalarType, lexicographicSortSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../server/graphql/schema/schema.ts';

test('schema.graphql is the server’s schema (npm run schema writes it)', () => {
  expect(readFileSync('schema.graphql', 'utf8')).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
});

const objects = Object.values(schema.getTypeMap()).filter(isObjectType);

test('every type with an id is a Node', () => {
  const isNode = (type: (typeof objects)[number]) => type.getInterfaces().some(({ name }) => name === 'Node');
  const withId = objects.filter((type) => 'id' in type.getFields());
  expect(withId.length).toBeGreaterThan(20);
  expect(withId.filter((type) => !isNode(type)).map(({ name }) => name)).toEqual([]);
});

test('every scalar of ours says where it is specified', () => {
  const own = Object.values(schema.getTypeMap()).filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
  expect(own.map(({ name }) => name).toSorted()).toEqual(['Date', 'DateTime', 'Money', 'YearMonth']);
  for (const type of own) expect(isScalarType(type) && type.specifiedByURL, type.name).toMatch(/^https:/);
});

test('no field or argument for a day or a month is a text', () => {
  const isDay = /^(day|month)$/;
  const texts = objects.flatMap((type) =>
    Object.values(type.getFields()).flatMap(({ name, type: of, args }) => [
      ...(isDay.test(name) ? [[`${type.name}.${name}`, String(of)] as const] : []),
      ...args
        .filter((arg) => isDay.test(arg.name))
        .map((arg) => [`${type.name}.${name}(${arg.name})`, String(arg.type)] as const),
    ]),
  );
  expect(texts.length).toBeGreaterThan(8);
  expect(texts.filter(([, of]) => of.startsWith('String'))).toEqual([]);
});
