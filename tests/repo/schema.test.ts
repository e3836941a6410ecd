import { readFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../server/graphql/schema.ts';

test('schema.graphql is what the server speaks (npm run schema writes it)', () => {
  expect(readFileSync('schema.graphql', 'utf8')).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
});
