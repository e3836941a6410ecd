import type pg from 'pg';
import { functionPrivileges, tablePrivileges } from '../../db/privileges.ts';

/** Tables, sequences and functions of the database that the lists of db/privileges.ts don't mention. */
export async function unlisted(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ kind: string; name: string }>(`
    select 'table' as kind, relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition
    union all
    select 'function', proname from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
    union all
    -- Sequences of identity columns are used with the rights on their table.
    select 'sequence', c.relname from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'i')
     order by 1, 2`);
  return rows
    .filter(({ kind, name }) => !(name in (kind === 'function' ? functionPrivileges : tablePrivileges)))
    .map(({ kind, name }) => `${kind} ${name}`);
}
