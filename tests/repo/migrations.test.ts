import { readdirSync, readFileSync } from 'node:fs';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import before from '../../db/releaseBefore.json' with { type: 'json' };
import { committedFunctions, committedVersion, hashOfAll } from '../../db/functions.ts';
import { committedMigrations } from '../../db/migrate.ts';

/** Everything that the files of db/schema describe. */
const schema = Object.assign(
  {},
  ...Object.values(import.meta.glob<object>('../../db/schema/*.ts', { eager: true })),
) as Record<string, unknown>;

test('the migrations lead to the schema in the code', async () => {
  const last = String(committedMigrations().length - 1).padStart(4, '0');
  const migrated: unknown = JSON.parse(readFileSync(`db/migrations/meta/${last}_snapshot.json`, 'utf8'));
  const missing = await generateMigration(
    migrated as ReturnType<typeof generateDrizzleJson>,
    generateDrizzleJson(schema),
  );
  expect(missing).toEqual([]);
});

test('migrations are numbered, named and in order', () => {
  const tags = committedMigrations().map(({ tag }) => tag);
  expect(tags.filter((tag, index) => !new RegExp(`^${String(index).padStart(4, '0')}_[a-z_]+$`).test(tag))).toEqual([]);
  const instants = committedMigrations().map(({ when }) => when);
  expect(instants).toEqual(instants.toSorted((a, b) => a - b));
});

/**
 * A server of the release before runs beside this one while servers are replaced, so migrations only add. What is refused here
 * breaks its statements; what it still allows is tried by tests/deploy/upgrade.test.ts.
 */
const breaking: [what: string, pattern: RegExp][] = [
  ['drops a table, column, type or view', /\bdrop\s+(table|column|type|view|schema|sequence)\b/i],
  ['renames', /\brename\s+(to|column|constraint|value)\b/i],
  ['changes a type', /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i],
  ['requires a value that older servers do not write', /\balter\s+column\s+\S+\s+set\s+not\s+null\b/i],
  [
    'adds a column that older servers do not write and that has no default',
    /\badd\s+column\s+(?![^;,]*(\bdefault\b|\bgenerated\b))[^;,]*\bnot\s+null\b/i,
  ],
];
const breaks = (statement: string) => breaking.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what);

const sinceReleaseBefore = committedMigrations().slice(before.migrations);

/** Tags of migrations that do so and yet leave the release before running, with the reason. */
const tolerated: Readonly<Record<string, string>> = {
  '0035_months':
    'A partitioned table of the same name and columns takes the place of each table that it renames, at once.',
};

test('migrations since the release before only add (expand and contract)', () => {
  const faulty = sinceReleaseBefore
    .filter(({ tag }) => !(tag in tolerated))
    .flatMap(({ tag, statements }) => statements.flatMap(breaks).map((what) => `${tag} ${what}`));
  expect(faulty).toEqual([]);
  const tags = new Set(sinceReleaseBefore.map(({ tag }) => tag));
  expect(Object.keys(tolerated).filter((tag) => !tags.has(tag))).toEqual([]);
});

test.each([
  'ALTER TABLE "bets" DROP COLUMN "amount";',
  'drop table bets',
  'ALTER TABLE "bets" RENAME TO "bets_old"',
  'ALTER TABLE "bets" RENAME COLUMN "a" TO "b"',
  'ALTER TABLE "bets" ALTER COLUMN "amount" SET DATA TYPE numeric',
  'ALTER TABLE "bets" ALTER COLUMN "note" SET NOT NULL',
  'ALTER TABLE "bets" ADD COLUMN "note" text NOT NULL',
])('%s is told as breaking the release before', (statement) => {
  expect(breaks(statement)).toHaveLength(1);
});

test.each([
  'ALTER TABLE "bets" ADD COLUMN "note" text',
  'ALTER TABLE "bets" ADD COLUMN "note" text DEFAULT \'\' NOT NULL',
  'CREATE TABLE "notes" ("id" bigint NOT NULL)',
])('%s is not', (statement) => {
  expect(breaks(statement)).toEqual([]);
});

test('functions and triggers have their text in db/functions, not in migrations', () => {
  const definesOne = (statement: string) =>
    /\bcreate\s+(or\s+replace\s+)?(constraint\s+)?(function|trigger)\b/i.test(statement);
  const faulty = committedMigrations().filter(({ statements }) => statements.some(definesOne));
  expect(faulty.map(({ tag }) => tag)).toEqual([]);
});

test('of the snapshots that drizzle-kit makes only the latest is kept, which is all that it reads', () => {
  const last = String(committedMigrations().length - 1).padStart(4, '0');
  expect(readdirSync('db/migrations/meta').toSorted()).toEqual([`${last}_snapshot.json`, '_journal.json']);
});

test('each file of db/functions defines the function that it is named after, and triggers of that alone; no list beside them has its name', () => {
  const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
  const { functions } = committedFunctions();
  expect(new Set(functions.map(({ name }) => name)).size).toBe(functions.length);
  const misnamed = functions.filter(({ name, text }) => {
    const defined = names(text, /^create (?:or replace )?function (\w+)\(/gm);
    const triggered = names(text, /\bexecute function (\w+)\(/g);
    return defined.length === 0 || [...defined, ...triggered].some((other) => other !== name);
  });
  expect(misnamed.map(({ name }) => name)).toEqual([]);
});

test('functions and triggers that have changed are a later version (npm run db:version counts it)', () => {
  expect(committedVersion().hash).toBe(hashOfAll(committedFunctions().functions));
});
