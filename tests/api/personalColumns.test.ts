import { PgDialect } from 'drizzle-orm/pg-core';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ColumnFate, notPersonal, personalTables } from '../../server/domain/records/personalColumns.ts';
import { personalSections } from '../../server/domain/records/personalSections.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let catalog: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  database = await createTestDatabase({ max: 1 });
  const { rows } = await database.pool.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.relname order by 1`,
  );
  catalog = new Map(rows.map(({ table, columns }) => [table, columns]));
});
afterAll(() => database.close());

const listed = Object.entries(personalTables).flatMap(([table, fates]) =>
  Object.entries(fates).map(([column, fate]): [string, string, ColumnFate] => [table, column, fate]),
);

describe('the list of what belongs to a player', () => {
  it('has every table of the database once', () => {
    const tables = [...Object.keys(personalTables), ...Object.values(notPersonal).flat()];
    expect(tables.toSorted()).toEqual([...catalog.keys()].toSorted());
  });

  it('has every column of those tables, and no other', () => {
    const known = (table: string) => catalog.get(table) ?? [];
    const missing = Object.entries(personalTables).flatMap(([table, fates]) =>
      known(table).flatMap((column) => (column in fates ? [] : [`${table}.${column}`])),
    );
    const gone = listed.flatMap(([table, column]) => (known(table).includes(column) ? [] : [`${table}.${column}`]));
    expect({ missing, gone }).toEqual({ missing: [], gone: [] });
  });

  it('says of each column what becomes of it, and why where it is kept or not exported', () => {
    const silent = listed.flatMap(([table, column, { exported, erased, because }]) =>
      because === undefined && erased !== true ? [`${table}.${column}: ${exported}`] : [],
    );
    expect(silent).toEqual([]);
  });

  it('names as exported what the export reads, under that section', () => {
    const owner = { id: 1n, uid: '1', email: 'a@b.test', createdAt: new Date(0) };
    const texts = new Map(
      personalSections.map(({ name, read }) => [name, new PgDialect().sqlToQuery(read(owner, undefined)).sql]),
    );
    const wrong = listed.flatMap(([table, column, { exported }]) => {
      if (exported === undefined) return [];
      const text = texts.get(exported) ?? '';
      const reads = new RegExp(String.raw`\b${table}\b`).test(text) && new RegExp(String.raw`\b${column}\b`).test(text);
      return reads ? [] : [`${table}.${column}: ${exported}`];
    });
    expect(wrong).toEqual([]);
    const used = new Set(listed.map(([, , { exported }]) => exported));
    // Of archived months only the names are read, from a table of no player.
    expect([...texts.keys()].filter((name) => !used.has(name))).toEqual(['monthsWithArchivedBets']);
  });

  it('names as erased what closing an account empties or deletes', () => {
    const source = readFileSync('db/functions/close_account.sql', 'utf8').replaceAll(/--.*/g, '');
    const statements = source.split(';');
    // Deleted with the factor that they belong to.
    const cascading: Record<string, string> = { recovery_codes: 'second_factors' };
    const wrong = listed.flatMap(([table, column, { erased }]) => {
      if (erased !== true) return [];
      const at = cascading[table] ?? table;
      const deletes = statements.some((one) => new RegExp(String.raw`^\s*delete from ${at}\b`).test(one));
      const empties = statements.some((one) => new RegExp(String.raw`^\s*update ${at}\b[^]*\b${column} = `).test(one));
      return deletes || empties ? [] : [`${table}.${column}`];
    });
    expect(wrong).toEqual([]);
  });
});
