import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../graphql/schema/schema.ts';
import { commandArguments } from './commandArguments.ts';

const USAGE = `npm run schema
  Writes schema.graphql, the contract that web and integrators read, from the code.`;

commandArguments(USAGE);
writeFileSync('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`);
