import { readFileSync } from 'node:fs';
import { isObjectType, lexicographicSortSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../server/graphql/schema.ts';

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
