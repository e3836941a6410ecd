/** `npm run schema`: writes schema.graphql, the contract that web and integrators read, from the code. */
import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../graphql/schema.ts';

writeFileSync('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`);
