import { readdirSync, readFileSync } from 'node:fs';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { localKeys, shardedStatements, shardedTables } from '../../db/shardKeys.ts';
import * as bets from '../../db/schema/bets.ts';
import * as safety from '../../db/schema/safety.ts';
import * as wallet from '../../db/schema/wallet.ts';

const FOLDER = 'db/functions';
/** Columns by which a unique key lies in one shard. */
const SHARD_COLUMNS = new Set(['player_id', 'user_id', 'contest_id']);

/** The hot tables that each SQL function names. */
function touched(): Map<string, string[]> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  return new Map(
    files.map((name) => {
      const text = readFileSync(`${FOLDER}/${name}`, 'utf8').replaceAll(/--.*/g, '');
      const named = [...text.matchAll(/\b(?:into|update|from|join|on)\s+(\w+)/g)].map(([, table = '']) => table);
      return [name.replace('.sql', ''), named.filter((table) => table in shardedTables)];
    }),
  );
}

test('every SQL function that touches hot tables has a shard key, and no other', () => {
  const hot = [...touched()].filter(([, tables]) => tables.length > 0).map(([name]) => name);
  expect(Object.keys(shardedStatements).toSorted()).toEqual(hot.toSorted());
});

test('what places, cancels and settles bets writes hot tables only', () => {
  const written = ['place_numbered_bets', 'cancel_bets', 'settle_parts'].flatMap((name) =>
    [...readFileSync(`${FOLDER}/${name}.sql`, 'utf8').matchAll(/\binsert into (\w+)/g)].map(([, table = '']) => table),
  );
  // A player's notification lies with the player; numbers of bets are handed out for each game.
  const others = new Set(['notifications', 'bet_numbers_half', 'bet_numbers_one', 'bet_numbers_three']);
  expect(written.filter((table) => !(table in shardedTables) && !others.has(table))).toEqual([]);
  expect(written).toContain('bets');
});

test('every unique key of a hot table lies in one shard, or is listed with the reason why it may be local', () => {
  const tables = [bets, safety, wallet]
    .flatMap((schema) => Object.values<unknown>(schema))
    .filter((one) => one instanceof PgTable);
  const open: string[] = [];
  const seen = new Set<string>();
  for (const table of tables) {
    const { name, columns, indexes, primaryKeys } = getTableConfig(table);
    if (!(name in shardedTables)) continue;
    seen.add(name);
    const keys = [
      ...columns
        .filter(({ primary }) => primary)
        .map((column) => ({ key: `${name}(${column.name})`, columns: [column.name] })),
      ...primaryKeys.map((key) => ({ key: key.getName(), columns: key.columns.map((column) => column.name) })),
      ...indexes
        .filter(({ config }) => config.unique)
        .map(({ config }) => ({
          key: config.name ?? '',
          columns: config.columns.map((column) => ('name' in column ? String(column.name) : '')),
        })),
    ];
    open.push(...keys.filter((key) => !key.columns.some((column) => SHARD_COLUMNS.has(column))).map(({ key }) => key));
  }
  expect([...seen].toSorted()).toEqual(Object.keys(shardedTables).toSorted());
  expect(open.toSorted()).toEqual(Object.keys(localKeys).toSorted());
});
