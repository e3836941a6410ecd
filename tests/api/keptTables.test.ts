import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditedTables, auditTrigger } from '../../db/functions/auditedTables.ts';
import { keptTables, keptTrigger } from '../../db/functions/keptTables.ts';
import { migrate } from '../../db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** What the catalog has of the triggers that run these functions, by name; those on partitions left out. */
async function triggersOf(functions: readonly string[], { pool } = database): Promise<Record<string, object>> {
  const { rows } = await pool.query<{ trigger: string } & object>(
    `select tgname as trigger, relname as table, proname as function, tgenabled = 'O' as enabled,
            array_remove(array[case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 16 > 0 then 'update' end,
                               case when tgtype & 8 > 0 then 'delete' end, case when tgtype & 32 > 0 then 'truncate' end], null) as events,
            case when tgtype & 2 > 0 then 'before ' else 'after ' end || case when tgtype & 1 > 0 then 'row' else 'statement' end as fires,
            tgdeferrable and tginitdeferred as "atCommit", tgqual is not null as conditional
       from pg_trigger t join pg_class c on c.oid = tgrelid join pg_proc p on p.oid = tgfoid
      where proname = any($1) and not tgisinternal and not relispartition`,
    [functions],
  );
  return Object.fromEntries(rows.map(({ trigger, ...rest }) => [trigger, rest]));
}

const listed = Object.fromEntries(
  Object.entries(keptTables).map(([table, events]) => {
    const common = { function: 'refuse_change', enabled: true, fires: 'before statement' };
    return [keptTrigger(table), { ...common, table, events, atCommit: false, conditional: false }];
  }),
);

describe('the list of kept tables', () => {
  it('is what the database has', async () => {
    expect(await triggersOf(['refuse_change'])).toEqual(listed);
  });

  it('is what a database has after the upgrade from another list, and partitions still refuse every statement', async () => {
    const own = await createTestDatabase();
    const partitions = async () =>
      (await own.pool.query(`select tgrelid from pg_trigger where tgname = 'months_as_a_whole' order by 1`)).rows;
    const before = await partitions();
    await own.pool.query(
      `drop trigger transfers_insert_only on transfers;
       create trigger feedback_kept before delete on feedback for each statement execute function refuse_change();
       create or replace trigger bets_insert_only before delete on bets for each statement execute function refuse_change();
       update drizzle.__applied_functions set hash = 'other' where name = 'refuse_change'`,
    );
    await migrate(own.address);
    expect(await triggersOf(['refuse_change'], own)).toEqual(listed);
    expect(before.length).toBeGreaterThan(0);
    expect(await partitions()).toEqual(before);
    await own.close();
  });

  it.each(Object.entries(keptTables))('%s refuses %j, of every role, and nothing else', async (table, refused) => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
          and attgenerated = '' and attidentity <> 'a' limit 1`,
      [table],
    );
    const [column] = rows.map(({ name }) => name);
    const statements = {
      update: `update ${table} set ${column} = ${column} where false`,
      delete: `delete from ${table} where false`,
      truncate: `truncate ${table} cascade`,
    };
    for (const [event, statement] of Object.entries(statements)) {
      const refusal = await database.pool.query(statement).then(
        () => null,
        ({ code, message }: { code: string; message: string }) => ({ code, message }),
      );
      const byTrigger = { code: '23001', message: `${table} is insert-only: ${event} refused` };
      if (refused.some((each) => each === event)) expect(refusal).toEqual(byTrigger);
      else expect(refusal).not.toEqual(byTrigger);
    }
  });
});

describe('the list of audited tables', () => {
  it('is what the database has: each change is looked at when its transaction commits', async () => {
    const audited = Object.entries(auditedTables).flatMap(([name, { changes }]) =>
      changes.map((change) => [
        auditTrigger(change),
        {
          table: change.table,
          function: `audit_${name}`,
          enabled: true,
          events: change.after.split(' or '),
          fires: 'after row',
          atCommit: true,
          conditional: change.when !== undefined,
        },
      ]),
    );
    const functions = Object.keys(auditedTables).map((name) => `audit_${name}`);
    expect(await triggersOf(functions)).toEqual(Object.fromEntries(audited));
  });
});
