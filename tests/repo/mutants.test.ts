import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { committedFunctions } from '../../db/functions.ts';
import { EQUIVALENT, EQUIVALENT_RULES } from '../mutation/equivalent.ts';
import { ruleSurvivors } from '../mutation/ruleSurvivors.ts';
import { mutantsOf } from '../mutation/sqlMutants.ts';
import { SQL_TARGETS } from '../mutation/sqlTargets.ts';

const functions = new Map(committedFunctions().functions.map(({ name, text }) => [name, text]));

it('mutation testing names functions and test files that exist', () => {
  expect(Object.keys(SQL_TARGETS).filter((name) => !functions.has(name))).toEqual([]);
  const files = Object.values(SQL_TARGETS).flat();
  expect(files.filter((file) => !existsSync(`tests/${file}.test.ts`))).toEqual([]);
});

it('every mutant listed as equivalent is still made', () => {
  const missing = Object.entries(EQUIVALENT).flatMap(([name, listed]) => {
    const made = new Set(mutantsOf(functions.get(name) ?? '').map(({ key }) => key));
    return Object.keys(listed).filter((key) => !made.has(key));
  });
  expect(missing).toEqual([]);
});

it('mutants leave comments, strings and function headers as they are, and reach triggers and bounds', () => {
  const file = `-- a < b
create or replace function f() returns trigger set search_path = public as $$
begin
  if new.a <= old.a + interval '5 seconds' then raise exception 'a = b'; end if;
end $$;
create or replace trigger t before insert on u for each row execute function f();`;
  const made = mutantsOf(file).map(({ key }) => key.split(' => ')[1]);
  expect(made).toEqual([
    `if new.a < old.a + interval '5 seconds' then raise exception 'a = b'; end if;`,
    `if new.a <= old.a - interval '5 seconds' then raise exception 'a = b'; end if;`,
    `if new.a <= old.a + interval '4 seconds' then raise exception 'a = b'; end if;`,
    `if new.a <= old.a + interval '6 seconds' then raise exception 'a = b'; end if;`,
    `if new.a <= old.a + interval '5 seconds' then raise notice 'a = b'; end if;`,
    `drop trigger if exists t on u;`,
  ]);
});

it('survivors of the pure rules are named by file, original and replacement, and the listed files exist', () => {
  const source = 'const a = 1;\nexport const b = a <\n  2;\n';
  const location = { start: { line: 2, column: 18 }, end: { line: 3, column: 4 } };
  const mutants = ['Survived', 'Killed', 'NoCoverage'].map((status) => ({ status, replacement: 'a <= 2', location }));
  const named = 'server/a.ts: a < 2 => a <= 2';
  expect(ruleSurvivors({ files: { 'server/a.ts': { source, mutants } } })).toEqual([named, named]);
  expect(Object.keys(EQUIVALENT_RULES).filter((key) => !existsSync(key.split(': ')[0] ?? ''))).toEqual([]);
});
