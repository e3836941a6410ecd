/**
 * Before each test file of a mutation run: gives the template database the mutant that the file's query names, and takes
 * it back at the end. After the first failed test the rest of the file is skipped: its mutant is noticed.
 */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { committedFunctions } from '../../db/functions.ts';
import { runStatement, TEMPLATE_DATABASE, testPostgres } from '../support/postgres.ts';
import { mutantsOf } from './sqlMutants.ts';

const query = new URLSearchParams(expect.getState().testPath?.split('?')[1]);
const name = query.get('function');
const index = query.get('mutant');
const original = committedFunctions().functions.find((candidate) => candidate.name === name)?.text;
if (original === undefined || index === null) throw new Error('No mutant is named by the path of this test file.');
const mutant = index === 'none' ? null : mutantsOf(original)[Number(index)]?.text;
if (mutant === undefined) throw new Error(`${name} has no mutant ${index}.`);

const template = { ...testPostgres(), database: TEMPLATE_DATABASE };
let hasFailed = false;

// Without a mutant too: a file before this one may have ended before it took its mutant back.
beforeAll(() => runStatement(template, mutant ?? original));
afterAll(() => runStatement(template, original));

beforeEach((context) => {
  context.skip(hasFailed, 'an earlier test has noticed the mutant');
  context.onTestFailed(() => {
    hasFailed = true;
  });
});
