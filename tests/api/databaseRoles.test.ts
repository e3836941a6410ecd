import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionOptions } from '../../db/client.ts';
import { committedMigrations, migrate } from '../../db/migrate.ts';
import { functionPrivileges, tablePrivileges } from '../../db/privileges.ts';
import { APP_ROLE, AppRoleError, excessiveRights } from '../../db/roles.ts';
import { checkAppRole } from '../../server/composition/databaseRoles.ts';
import { closeContest } from '../../server/domain/contests/closeContest.ts';
import { appearanceOrder } from '../../server/domain/contests/draw.ts';
import { seedPlayPayee } from '../../server/domain/settings/seedPlayPayee.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { currentContest, nextContest, placeBets, type RunningGames, runGames, secretSeed } from '../support/rounds.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { givenPrimaryAdmin, type Member } from '../support/world/members.ts';
import { tamper } from '../support/tamper.ts';
import { unlisted } from '../support/unlisted.ts';

let database: TestDatabase;
let games: RunningGames;
let player: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  leaveBroken(database, 'the audit log is whole: every row linked to the one before');
  await migrate(database.address, { appRole: APP_ROLE });
  games = await runGames(database);
  await seedPlayPayee(games.as({ kind: 'system' }));
  [player = 0n] = await givenPlayers(games, 1, { rupees: 100 });
  const contest = await nextContest(games, 'sapreHalf');
  await placeBets(games, [{ playerId: player, contestId: contest.id, selection: 3, paise: 1_000n }]);
  await games.moveTo(contest.endsAt);
});
afterAll(async () => {
  await games.games.stop();
  await database.close();
});

test('a role that comes after a start without one may connect', async () => {
  const own = await createTestDatabase();
  await migrate(own.address);
  await migrate(own.address, { appRole: APP_ROLE });
  expect((await own.app.pool.query('select count(*) from contests')).rowCount).toBe(1);
  await own.close();
});

/** Runs statements one by one on one connection of the application's role. */
async function asApp(...statements: string[]): Promise<void> {
  const client = new pg.Client(connectionOptions(database.app.address));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

describe('the list of privileges', () => {
  test('names every table and function, so that each is decided on', async () => {
    expect(
      await unlisted(database.pool),
      'db/privileges.ts: add an entry with what the statements of the server need ([] for a table that only functions ' +
        "use; 'owner' for a function that only functions call)",
    ).toEqual([]);
  });

  test('names nothing that is gone', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       union select proname from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    const existing = new Set(rows.map(({ name }) => name));
    const listed = [...Object.keys(tablePrivileges), ...Object.keys(functionPrivileges)];
    expect(listed.filter((name) => !existing.has(name))).toEqual([]);
  });

  test('is all that the role and PUBLIC have', async () => {
    const { rows } = await database.pool.query(
      `select relname as name from pg_class c, aclexplode(relacl) acl
        where relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
          and (grantee = 0 or relkind = 'S' and grantee = $1::regrole)
       union all
       select proname from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
        where pronamespace in ('public'::regnamespace, 'drizzle'::regnamespace) and grantee = 0
       union all
       select relname from pg_class where relnamespace = 'drizzle'::regnamespace and has_table_privilege($1, oid, 'select')`,
      [APP_ROLE],
    );
    expect(rows).toEqual([]);
    expect(await excessiveRights(database.app.pool)).toEqual([]);
  });

  test('is put back at the next migration', async () => {
    await database.pool.query(
      `grant update on transfers to ${APP_ROLE}; grant execute on function refuse_change to public`,
    );
    await migrate(database.address, { appRole: APP_ROLE });
    const { rows } = await database.pool.query(
      `select has_table_privilege($1, 'transfers', 'update') or has_function_privilege($1, 'refuse_change()', 'execute') as has`,
      [APP_ROLE],
    );
    expect(rows).toEqual([{ has: false }]);
  });

  test('holds for what functions call, too: the name of a table can’t lead them elsewhere', async () => {
    const { rows } = await database.pool.query(
      `select proname from pg_proc
        where pronamespace = 'public'::regnamespace and proname not in ('audit_field', 'payout')
          and not (prosecdef and coalesce('search_path=pg_catalog, public, pg_temp' = any (proconfig), false))`,
    );
    expect(
      rows,
      'db/functions: each function needs "security definer set search_path = pg_catalog, public, pg_temp"',
    ).toEqual([]);
  });
});

describe('from the application’s connection', () => {
  test.each([
    ['switching triggers off', `set session_replication_role = replica`],
    ['disabling a trigger', `alter table transfers disable trigger transfers_apply`],
    ['dropping a trigger', `drop trigger transfers_insert_only on transfers`],
    ['dropping a table', `drop table feedback`],
    ['truncating a table', `truncate bet_keys`],
    ['adding a column', `alter table users add column x int`],
    ['reading a file', `select pg_read_file('/etc/passwd')`],
    ['listing a folder', `select pg_ls_dir('.')`],
    ['running a program', `copy (select 1) to program 'cat'`],
    ['writing a file', `copy (select 1) to '/tmp/rangoli-copied'`],
    ['a large object', `select lo_from_bytea(0, 'x')`],
    ['an empty large object', `select lo_create(0)`],
    ['an extension', `create extension dblink`],
    ['a server-side language', `create language plpython3u`],
    ['another role', `set role rangoli`],
    ['another session’s role', `set session authorization rangoli`],
    ['more rights', `alter role ${APP_ROLE} superuser`],
    ['a new role', `create role other`],
    ['a new database', `create database other`],
    ['a server setting', `alter system set fsync = off`],
    ['a schema', `create schema other`],
    ['a table in public', `create table public.other (id int)`],
    ['a temporary table', `create temporary table users (id int)`],
    [
      'a function in public',
      `create function public.now() returns timestamptz language sql as 'select null::timestamptz'`,
    ],
    [
      'an operator in public',
      `create operator public.= (leftarg = text, rightarg = text, function = pg_catalog.texteq)`,
    ],
    [
      'another body of a function',
      `create or replace function hold_bets(p_contest_id bigint) returns void language sql as 'select'`,
    ],
    ['another search_path of a function', `alter function hold_bets(bigint) reset search_path`],
    ['another owner', `alter function hold_bets(bigint) owner to ${APP_ROLE}`],
    ['a sequence', `select setval('transfers_id_seq', 1)`],
    ['the migrations', `select * from drizzle.__drizzle_migrations`],
    ['a balance', `update ledger_accounts set balance = balance + 1`],
    ['an account', `insert into ledger_accounts (kind) values ('contest')`],
    [
      'money from the house',
      `insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
       values (1, 3, 100, 'correction', 1, now())`,
    ],
    ['money from the house by a function', `select post_transfer(1, 3, 100, 'correction', 1, now())`],
    [
      'a bet',
      `insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at) select 1, 1, 1, 1, 1, now()`,
    ],
    ['a refund', `insert into bet_cancellations select id, contest_id, now() from bets`],
    ['an outcome', `update contests set winning_number = 7`],
    ['an override', `update contests set override_number = 7, overridden_at = now(), overridden_by = 1`],
    ['a contest', `insert into contests default values`],
    [
      'another payout table',
      `insert into payout_tables (basis_points, created_at) values (array_fill(99999, array[130]), now())`,
    ],
    ['a chain’s next seed', `update chains set next_index = next_index + 1`],
    ['another checkpoint', `update chain_checkpoints set seed = sha256(seed)`],
    [
      'an audit row past its function',
      `insert into audit_log (action, subject_type, subject, at) values ('x', 'user', 'x', now())`,
    ],
    ['changing a transfer', `update transfers set amount = amount + 1`],
    ['deleting a transfer', `delete from transfers`],
    ['deleting a bet', `delete from bets`],
    ['a payout', `insert into bet_payouts values (1, 1)`],
    ['another payout', `update bet_payouts set amount = amount + 1`],
    ['a result', `update contest_results set win_amount = win_amount + 1`],
    ['deleting an audit row', `delete from audit_log`],
    ['another audit row', `update audit_log set action = 'x'`],
    ['an admin by update', `update users set user_type = 'admin'`],
    ['the primary admin', `update users set is_primary = true`],
  ])('refuses %s', async (_, statement) => {
    await expect(asApp(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|22023)$/) as string });
  });
});

test('place_bets, a second way to place bets, goes with the migration, not a version later', async () => {
  const own = await createTestDatabase();
  const dropping = committedMigrations().find(({ tag }) => tag.endsWith('_drop_place_bets'));
  await own.pool.query(
    `create function place_bets(bigint[], bigint[], smallint[], bigint[], uuid[], timestamptz[], boolean default false)
       returns int language sql as 'select 1';
     grant execute on function place_bets to ${APP_ROLE};
     insert into drizzle.__applied_functions values ('place_bets', 'ab');
     delete from drizzle.__drizzle_migrations where created_at = ${dropping?.when}`,
  );
  const call = () => own.app.pool.query(`select place_bets('{1}', '{1}', '{1}', '{100}', '{null}', array[now()])`);
  expect((await call()).rows).toEqual([{ place_bets: 1 }]);
  await migrate(own.address, { appRole: APP_ROLE });
  await expect(call()).rejects.toMatchObject({ code: '42883' });
  await own.close();
});

describe('what the application may call, it can’t misuse', () => {
  /** The newest contest of the 30-second game, which is open. */
  const OPEN = `(select max(id) from contests where game_type = 'sapreHalf')`;
  const SETTLED = `(select min(id) from contests where game_type = 'sapreHalf')`;

  test.each([
    [
      'a payout table that returns more than the stakes',
      `select payout_table_id(array_fill(10001, array[130]), now())`,
    ],
    ['a payout table with a value below zero', `select payout_table_id(array_fill(-1, array[130]), now())`],
    ['an early closing', `select close_contest(${OPEN}, now() - interval '1 year')`],
    ['an early decision', `select decide_contest(${OPEN}, 'DRAW', 7::smallint, '\\x00', now())`],
    [
      'another outcome',
      `select decide_contest(${SETTLED}, 'DRAW', ((select winning_number from contests where id = ${SETTLED}) + 1)::smallint % 10::smallint, '\\x00', now())`,
    ],
    ['an override after the end', `select override_contest(${SETTLED}, 7::smallint, 1, now())`],
    [
      'a second contest of a slot',
      `select open_contest('sapreHalf', 'x', 1, now(), now() + interval '1 s', now() + interval '2 s', 1, null, null)`,
    ],
    ['a new chain while the old one has seeds', `update chains set retired_at = now() where retired_at is null`],
    ['a refund in a contest that no operator has marked', `select cancel_bets(contest_id, player_id, now()) from bets`],
    ['paying a contest that is open', `select * from settle_parts(${OPEN}, 0, 0, now())`],
    ['a wallet for nobody', `select open_wallet(999999)`],
    [
      'a deposit that nobody has approved',
      `select move_for_transaction(min(id), 'deposit', now()) from wallet_transactions`,
    ],
  ])('refuses %s', async (_, statement) => {
    await asApp(
      `insert into wallet_transactions (player_id, transaction_type, channel, amount, reference, payee_id, created_at, updated_at)
       select ${player}, 'credit', 'upi', 100, 'ROLES' || txid_current(), min(id), now(), now() from payees
       having not exists (select from wallet_transactions where player_id = ${player} and transaction_type = 'credit' and status = 'pending')`,
    );
    const before = await books();
    await expect(asApp(statement)).rejects.toThrow();
    expect(await books()).toEqual(before);
  });

  test('moves nothing for a deposit or withdrawal but what those move', async () => {
    await expect(
      asApp(`select move_for_transaction(min(id), 'correction', now()) from wallet_transactions`),
    ).rejects.toThrow('moves money as correction');
  });

  test('a change that needs the audit log isn’t vouched for by a setting or by a row of another transaction', async () => {
    const change = `update game_settings set profitability_index = 9`;
    const note = `select set_config('rangoli.audited', '8:settings4:game;', false)`;
    const row = `select record_audit(null, 'settings:level', 'settings', 'game', null, null, null, now())`;
    await expect(asApp(note, change)).rejects.toThrow('needs its row in the audit log');
    await expect(asApp(row, change)).rejects.toThrow('needs its row in the audit log');
    await asApp('begin', change, row, 'commit');
    await asApp('begin', 'savepoint one', row, 'release one', change, 'commit');
  });

  test('an audit row of the same number from before a restore vouches for nothing', async () => {
    await tamper(
      database,
      `insert into audit_log (id, action, subject_type, subject, at, previous_hash, hash, transaction_id)
       select max(id) + 1, 'x', 'settings', 'game', now(), sha256('x'), sha256('y'),
              (pg_current_xact_id()::text::bigint + 1)::text::xid8 from audit_log`,
    );
    await expect(asApp(`update game_settings set profitability_index = 8`)).rejects.toThrow(
      'needs its row in the audit log',
    );
  });

  test('a temporary table of the same name stands in for none of the database’s', async () => {
    await database.pool.query(`grant temporary on database ${database.address.database} to ${APP_ROLE}`);
    const shadow = `create temporary table audit_log (id bigint, subject_type text, subject text, transaction_id xid8)`;
    const fill = `insert into pg_temp.audit_log values (1, 'settings', 'game', pg_current_xact_id())`;
    const change = `update game_settings set profitability_index = 7`;
    await expect(asApp(shadow, 'begin', fill, change, 'commit')).rejects.toThrow('needs its row in the audit log');
    await database.pool.query(`revoke temporary on database ${database.address.database} from ${APP_ROLE}`);
  });

  test('reading, listening and what the server sets for its sessions work', async () => {
    await asApp(
      `listen rangoli`,
      `notify rangoli, 'x'`,
      `select pg_advisory_lock(1)`,
      `set statement_timeout = 1000`,
      `select count(*) from transfers`,
    );
  });
});

describe('how users sign in, from the application’s connection', () => {
  let admin: Member;
  beforeAll(async () => {
    admin = await givenPrimaryAdmin(games);
  });
  const at = `date_trunc('milliseconds', db_now())`;
  /** An instant that two statements can name alike. */
  const then = `'2026-01-01T00:00:00Z'::timestamptz`;
  const open = (more: { hash?: string; userId?: bigint; from?: string; days?: number } = {}) => {
    const { hash = 'null', userId = admin.userId, from = at, days = 30 } = more;
    return `select open_session(${userId}, ${hash}, sha256(random()::text::bytea), null, null, ${from}, ${from} + interval '${days} days')`;
  };
  const password = () => `(select password_hash from users where id = ${admin.userId})`;
  const audit = () => `select record_audit(null, 'x', 'user', '${admin.user.uid}', null, null, null, now())`;
  const opened = async () => {
    const { rows } = await database.pool.query<{ sessions: number; audited: number }>(
      `select (select count(*)::int from sessions where user_id = ${admin.userId}) as sessions,
              (select count(*)::int from audit_log where action = 'session:open' and subject = '${admin.user.uid}') as audited`,
    );
    return rows[0] ?? { sessions: 0, audited: 0 };
  };

  test('a session begins with a proof, and with its row in the audit log', async () => {
    const before = await opened();
    await expect(
      asApp(`insert into sessions (user_id, refresh_hash, created_at, last_seen_at, expires_at)
             values (${admin.userId}, 'x', now(), now(), now() + interval '1 day')`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(asApp(open())).rejects.toThrow('neither a password nor a link');
    await expect(asApp(open({ hash: `'$argon2id$other'` }))).rejects.toThrow('neither a password nor a link');
    await expect(asApp(open({ hash: password(), days: 31 }))).rejects.toThrow('for 30 days at most');
    await expect(asApp(open({ hash: password(), from: `db_now() + interval '1 hour'` }))).rejects.toThrow('begins now');
    await expect(asApp(open({ userId: -1n, hash: password() }))).rejects.toThrow('may not sign in');

    const link = (purpose: string, used: string) =>
      `insert into link_tokens (user_id, purpose, secret_hash, created_at, expires_at, used_at)
       values (${admin.userId}, '${purpose}', sha256(random()::text::bytea), ${at}, now() + interval '1 year', ${used})`;
    await asApp(link('sign_in', at));
    await expect(asApp(open())).rejects.toThrow('neither a password nor a link');
    await expect(asApp('begin', link('password_reset', then), open({ from: then }), 'commit')).rejects.toThrow(
      'neither a password nor a link',
    );
    expect(await opened()).toEqual(before);
    await asApp('begin', link('sign_in', then), open({ from: then }), 'commit');
    await asApp(open({ hash: password() }));
    expect(await opened()).toEqual({ sessions: before.sessions + 2, audited: before.audited + 2 });
  });

  test('an account with a second factor needs a code of it, used in the same transaction', async () => {
    const userId = admin.userId;
    const code = `update recovery_codes set used_at = ${then} where code_hash = 'a' and used_at is null`;
    await asApp(
      'begin',
      `insert into second_factors (user_id, secret, created_at) values (${userId}, 'x', now())`,
      `update second_factors set confirmed_at = now(), last_step = 1 where user_id = ${userId}`,
      `insert into recovery_codes (factor_id, code_hash) select id, 'a' from second_factors where user_id = ${userId}`,
      audit(),
      'commit',
    );
    const missing = 'no code of the second factor';
    await expect(asApp(open({ hash: password() }))).rejects.toThrow(missing);
    await expect(asApp(open({ hash: password() }))).rejects.toThrow(missing);
    await asApp('begin', code, open({ hash: password(), from: then }), 'commit');
    await expect(asApp('begin', code, open({ hash: password(), from: then }), 'commit')).rejects.toThrow(missing);
    const step = `update second_factors set last_step = last_step + 1 where user_id = ${userId}`;
    await asApp('begin', step, open({ hash: password() }), 'commit');
    await expect(asApp(open({ hash: password() }))).rejects.toThrow(missing);
    await asApp('begin', `delete from second_factors where user_id = ${userId}`, audit(), 'commit');
  });

  test('an excluded player and a deactivated one get no session', async () => {
    const hash = `(select password_hash from users where id = ${player})`;
    await asApp(`insert into play_guards (player_id, excluded_at) values (${player}, now())`);
    await expect(asApp(open({ userId: player, hash }))).rejects.toThrow('is excluded');
    const uid = `(select uid from users where id = ${player})`;
    await asApp(
      'begin',
      `update users set status = 'deactivated', deactivated_at = now() where id = ${player}`,
      `select record_audit(null, 'x', 'user', ${uid}, null, null, null, now())`,
      'commit',
    );
    await expect(asApp(open({ userId: player, hash }))).rejects.toThrow('may not sign in');
  });

  test('an admin’s password and email change with a row in the audit log', async () => {
    const change = (set: string) => `update users set ${set} where id = ${admin.userId}`;
    const unaudited = ['name', 'avatar', 'language', 'password_mailed'];
    const audited: Record<string, string> = {
      password_hash: `password_hash = 'x'`,
      email: `email = 'other@example.com'`,
      roles: `roles = '{OWNER,FINANCE}'`,
      // The primary admin's is refused at once.
      status: `status = 'deactivated', deactivated_at = now()`,
    };
    const updatable = tablePrivileges['users']?.find((privilege) => privilege.startsWith('update')) ?? '';
    const columns = (updatable.match(/\w+/g) ?? []).slice(1).filter((column) => !column.startsWith('deactivat'));
    expect(
      columns.filter((column) => !unaudited.includes(column)).toSorted(),
      'a column of users that the application may change is in the audit log where the user is an admin (audit_user)',
    ).toEqual(Object.keys(audited).toSorted());
    for (const [column, set] of Object.entries(audited)) {
      const refusal = column === 'status' ? 'users_primary_is_active_admin' : 'needs its row in the audit log';
      await expect(asApp(change(set)), column).rejects.toThrow(refusal);
    }
    await asApp('begin', change(`password_hash = 'x'`), audit(), 'commit');
    await asApp(change(`name = 'Other'`), `update users set password_hash = 'y' where id = ${player}`);
  });

  test('what has ended or was used stays so', async () => {
    const [session, link] = [`sessions where user_id = ${admin.userId}`, `link_tokens where user_id = ${admin.userId}`];
    await database.pool.query(
      `insert into link_tokens (user_id, purpose, secret_hash, created_at, expires_at, used_at, target, session_id, uses)
       select ${admin.userId}, 'download', 'd', now(), now(), now(), '/x', min(id), 1 from sessions where user_id = ${admin.userId};
       update sessions set ended_at = now(), end_reason = 'logout' where user_id = ${admin.userId}`,
    );
    const set = (rows: string, change: string) =>
      rows.replace(/^(\w+) where/, (_, table: string) => `update ${table} set ${change} where`);
    for (const change of ['ended_at = null', `ended_at = ended_at + interval '1 s'`, `end_reason = 'restore'`]) {
      await expect(asApp(set(session, change)), change).rejects.toThrow('can only be ended');
    }
    for (const change of ['expires_at = now()', `refresh_hash = 'x'`, `user_id = ${player}`]) {
      await expect(asApp(set(session, change)), change).rejects.toMatchObject({ code: '42501' });
      await expect(database.pool.query(set(session, change)), change).rejects.toThrow('can only be ended');
    }
    for (const change of ['used_at = null', `used_at = used_at + interval '1 s'`, 'uses = uses - 1']) {
      await expect(asApp(set(link, change)), change).rejects.toThrow('is used once');
    }
    for (const change of [
      `expires_at = now() + interval '1 s'`,
      `secret_hash = sha256(secret_hash)`,
      `purpose = 'sign_in'`,
    ]) {
      await expect(asApp(set(link, change)), change).rejects.toMatchObject({ code: '42501' });
      await expect(database.pool.query(set(link, change)), change).rejects.toThrow('is used once');
    }
    // As servers of the release before count a download.
    await asApp(`update link_tokens set uses = 2, used_at = now() + interval '1 s' where secret_hash = 'd'`);
    const { rows } = await database.pool.query(
      `select uses, used_at <= now() as first from link_tokens where secret_hash = 'd'`,
    );
    expect(rows).toEqual([{ uses: 2, first: true }]);
  });
});

describe('at start', () => {
  const url = 'postgres://x';
  const licensed = { mode: 'real', operator: { name: 'Meru', licence: 'x', licenceInHindi: null } } as const;
  const play = { mode: 'play' } as const;

  async function warnings(pool: pg.Pool, config: Parameters<typeof checkAppRole>[1]): Promise<string[]> {
    const lines: string[] = [];
    await checkAppRole(pool, config, (line) => lines.push(line));
    return lines;
  }

  test('a role of its own for the server is passed over in silence', async () => {
    expect(await warnings(database.app.pool, { database: { url, ownerUrl: url }, money: licensed })).toEqual([]);
  });

  test('a role that could undo the rules is warned of, and refused where money is real', async () => {
    expect(await warnings(database.pool, { database: { url, ownerUrl: url }, money: play })).toEqual([
      expect.stringMatching(/^DATABASE_URL: its role .*is a superuser, .*configure\.md#two-database-roles/),
    ]);
    await expect(warnings(database.pool, { database: { url, ownerUrl: url }, money: licensed })).rejects.toThrow(
      AppRoleError,
    );
  });

  test('one role for everything is warned of', async () => {
    expect(await warnings(database.pool, { database: { url, ownerUrl: undefined }, money: play })).toEqual([
      expect.stringMatching(/^DATABASE_OWNER_URL is unset/),
    ]);
  });

  test('a role that does not exist is named', async () => {
    await expect(migrate(database.address, { appRole: 'nobody_at_all' })).rejects.toThrow('no role "nobody_at_all"');
  });
});

describe('the database’s own draw', () => {
  test('is the only number with which a contest can be decided', async () => {
    await games.games.stop();
    const contest = await currentContest(games, 'sapreHalf');
    games.clock.set(Number(contest.endsAt));
    await closeContest(games.as({ kind: 'system' }), 'sapreHalf');
    const seed = await secretSeed(games, contest);
    const drawn = appearanceOrder(seed, 'sapreHalf', contest.gameId)[0] ?? -1;
    const decide = (number: number, by = 'DRAW') =>
      asApp(
        `select decide_contest(${contest.id}, '${by}', ${number}::smallint, '\\x${seed.toString('hex')}', '${contest.endsAt.toISOString()}')`,
      );
    for (const other of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((number) => number !== drawn)) {
      await expect(decide(other)).rejects.toThrow('is not the one of the draw');
    }
    await expect(decide(drawn, 'PROFIT_RULE')).rejects.toThrow('by who was said to decide it');
    await decide(drawn);
  });
});

/** The state that an attack would change: the same before and after a failed one. */
async function books(): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select (select sum(balance) from ledger_accounts) as balances, (select count(*) from transfers) as transfers,
            (select string_agg(concat_ws(' ', id, state, winning_number, override_number), ',' order by id) from contests) as contests,
            (select count(*) from payout_tables) as tables, (select string_agg(concat_ws(' ', id, retired_at), ',') from chains) as chains`,
  );
  return rows;
}
