import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveBroken } from '../support/auditedBooks.ts';
import { expectLockWait } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { setMoneyMode } from '../support/realMoney.ts';
import { tamper } from '../support/tamper.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

/** What the database does when an account is closed: to whose rows, how long the email waits, and whom it refuses. */

const NOON = '2026-11-20T12:00:00+05:30';
const HOUR_MS = 3_600_000;
const REFUSED = { code: '23001' };

let database: TestDatabase;
let domain: TestDomain;
beforeAll(async () => {
  database = await createTestDatabase();
  leaveBroken(database, 'every stored balance is the sum of its transfers', 'all accounts together hold nothing');
  domain = openDomain(database, NOON);
});
afterAll(() => database.close());

const query = async <Row>(statement: string, ...values: unknown[]) =>
  (await database.pool.query<Row & object>(statement, values)).rows;
const later = (hours: number) => new Date(Date.parse(NOON) + hours * HOUR_MS);

/** A player with an empty wallet. */
async function givenEmpty(): Promise<bigint> {
  const [player = 0n] = await givenPlayers(domain, 1);
  await tamper(database, `update ledger_accounts set balance = 0 where player_id = ${player}`);
  return player;
}

// Every change of a user's status is committed with its row in the audit log.
const AUDIT = `record_audit(null, 'account:close', 'user', uid, null, null, null, '${NOON}')`;
const CLOSE = `select close_account(id, $2, 'no password', '${NOON}') as hindrance, ${AUDIT} from users where id = $1`;
const hashOf = (player: bigint) => Buffer.from(`hash of ${player}`);
const close = async (player: bigint) =>
  expect(await query(CLOSE, player, hashOf(player))).toMatchObject([{ hindrance: null }]);

describe('closing an account', () => {
  const tables = {
    users: 'id = $1',
    link_tokens: 'user_id = $1',
    sessions: 'user_id = $1',
    known_devices: 'user_id = $1',
    mails: `recipient like '%' || $1 || '@mail.test'`,
    notifications: 'user_id = $1',
    feedback: 'player_id = $1',
    tickets: 'player_id = $1',
    ticket_messages: 'ticket_id in (select id from tickets where player_id = $1)',
    documents: 'owner_id = $1',
  };
  const written = [
    `update users set email = id || '@mail.test', avatar = 'tiger', deactivation_reason = 'once' where id = $1`,
    `insert into link_tokens (user_id, purpose, secret_hash, created_at, expires_at) values ($1, 'sign_in', sha256($1::text::bytea), now(), now())`,
    `insert into sessions (user_id, refresh_hash, created_at, last_seen_at, expires_at, user_agent, address)
     values ($1, sha256($1::text::bytea), now(), now(), now(), 'Firefox', '192.0.2.1')`,
    `insert into known_devices values (sha256($1::text::bytea), $1, now(), now(), now())`,
    `insert into mails (recipient, subject, created_at, next_attempt_at) values ($1 || '@mail.test', 'Dear', now(), now())`,
    `insert into notifications (user_id, kind, data, cause, created_at) values ($1, 'ROUNDS_PLAYED', '{}', 'one', now())`,
    `insert into feedback (player_id, rating, text, created_at) values ($1, 2, 'Too loud', now())`,
    `insert into documents (owner_id, uploaded_by, media_type, content, created_at) values ($1, $1, 'image/png', '\\x00', now())`,
    `insert into tickets (player_id, title, description, document_id, created_at, updated_at, status, resolved_at, unread)
     select $1, 'Help', 'Me', max(d.id), now(), now(), s.status, s.at, s.status = 'pending'
       from documents d, (values ('pending'::ticket_status, null::timestamptz), ('success', '2026-11-01T00:00:00Z')) s(status, at)
      where d.owner_id = $1 group by s.status, s.at order by s.status`,
    `insert into ticket_messages (ticket_id, author_id, message, document_id, created_at)
     select id, $1, 'Please', document_id, now() from tickets where player_id = $1`,
  ];

  async function givenTraces(): Promise<bigint> {
    const player = await givenEmpty();
    // The server prepares $1 with one type for all of a statement.
    for (const statement of written) await query(statement.replaceAll('$1', `${player}`));
    return player;
  }

  async function tracesOf(player: bigint): Promise<Record<string, Record<string, unknown>[]>> {
    const traces: Record<string, Record<string, unknown>[]> = {};
    for (const [table, where] of Object.entries(tables)) {
      traces[table] = await query(`select * from ${table} where ${where.replace('$1', `${player}`)} order by 1`);
    }
    return traces;
  }

  it('erases what is the player’s and leaves what is others’', async () => {
    const [player, other] = [await givenTraces(), await givenTraces()];
    const before = await tracesOf(other);
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    await close(player);
    expect(await tracesOf(other)).toEqual(before);
    const at = new Date(NOON);
    const erased = 'Erased: the account is closed.';
    expect(await tracesOf(player)).toMatchObject({
      users: [
        {
          name: 'Closed account',
          avatar: 'lotus',
          password_hash: 'no password',
          status: 'deactivated',
          deactivated_at: at,
          deactivation_reason: null,
          closed_at: at,
        },
      ],
      link_tokens: [],
      sessions: [{ user_agent: null, address: null }],
      known_devices: [],
      mails: [],
      notifications: [],
      feedback: [{ rating: 2, text: '' }],
      tickets: [
        { description: erased, document_id: null, status: 'success', resolved_at: at, unread: false },
        { description: erased, document_id: null, status: 'success', resolved_at: new Date('2026-11-01T00:00:00Z') },
      ],
      ticket_messages: [
        { message: erased, document_id: null },
        { message: erased, document_id: null },
      ],
      documents: [],
    });
  });

  it('locks the user’s row first, also where something is in the way', async () => {
    const [rich = 0n, other = 0n] = await givenPlayers(domain, 2);
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      expect((await client.query(CLOSE, [rich, hashOf(rich)])).rows).toMatchObject([{ hindrance: 'balance' }]);
      const free = `select id from users where id in ($1, $2) for no key update skip locked`;
      expect(await query(free, rich, other)).toEqual([{ id: other }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('forfeits nothing but the play money of an account that is closed with it', async () => {
    const [rich = 0n] = await givenPlayers(domain, 1);
    const own = `(select id from ledger_accounts where player_id = ${rich} and kind = 'player_available')`;
    const house = `(select id from ledger_accounts where kind = 'house')`;
    const row = `insert into play_forfeits (player_id, amount, created_at) values (${rich}, 100, '${NOON}')`;
    const move = `select post_transfer(${own}, ${house}, 100, 'play_forfeit', ${rich}, '${NOON}')`;
    await expect(query(move)).rejects.toMatchObject(REFUSED);
    await expect(query(row)).rejects.toMatchObject(REFUSED);
    await expect(query(`with forfeit as (${row}) ${move}`)).rejects.toMatchObject(REFUSED);
    await expect(domain.services.db.execute(sql.raw(row))).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  it('forfeits no balance where there has been real money', async () => {
    const [rich = 0n] = await givenPlayers(domain, 1);
    const forfeiting = CLOSE.replace(`'${NOON}')`, `'${NOON}', true)`);
    await setMoneyMode(database, 'real');
    await expect(query(forfeiting, rich, hashOf(rich))).rejects.toMatchObject(REFUSED);
    await setMoneyMode(database, 'play');
    expect(await query(forfeiting, rich, hashOf(rich))).toMatchObject([{ hindrance: null }]);
    expect(await query('select sum(balance)::bigint as left from ledger_accounts where player_id = $1', rich)).toEqual([
      { left: 0n },
    ]);
  });

  it('refuses a call that was under way, once it is closed', async () => {
    const player = await givenEmpty();
    const client = await database.pool.connect();
    let ticket: Promise<unknown>;
    try {
      await client.query('begin');
      await client.query(CLOSE, [player, hashOf(player)]);
      ticket = query(
        `insert into tickets (player_id, title, description, created_at, updated_at) values ($1, 'Help', 'Me', now(), now())`,
        player,
      ).catch((error: unknown) => error);
      await expectLockWait(database);
    } finally {
      await client.query('commit').finally(() => client.release());
    }
    expect(await ticket).toMatchObject({ ...REFUSED, message: 'the account is closed' });
  });
});

describe('the email of a closed account', () => {
  const limit = (player: bigint, values: string) =>
    query(`insert into play_limits values ($1, 'stake', 'day', ${values})`, player);
  const guard = (player: bigint, columns: string, ...values: unknown[]) =>
    query(
      `insert into play_guards (player_id, ${columns}) values ($1, ${values.map((_, n) => `$${n + 2}`).join()})`,
      player,
      ...values,
    );
  const waits = async (player: bigint) => {
    await close(player);
    return query('select until from excluded_emails where email_hash = $1', hashOf(player));
  };

  it('waits for nothing that is over, removed or another player’s', async () => {
    const [removed, timedOut, excluded, other] = [
      await givenEmpty(),
      await givenEmpty(),
      await givenEmpty(),
      await givenEmpty(),
    ];
    await limit(removed, 'null, null, null');
    await guard(timedOut, 'time_out_until', later(0));
    await guard(excluded, 'excluded_at, excluded_until', later(-1), later(0));
    await limit(other, '100, null, null');
    for (const player of [await givenEmpty(), removed, timedOut, excluded]) expect(await waits(player)).toEqual([]);
  });

  it('waits for 24 hours where a limit is in force or to come', async () => {
    const [present, coming] = [await givenEmpty(), await givenEmpty()];
    await limit(present, '100, null, null');
    await limit(coming, `null, 100, '2026-11-20T13:00:00+05:30'`);
    for (const player of [present, coming]) expect(await waits(player)).toEqual([{ until: later(24) }]);
  });

  it('waits for the latest end of all, for ever where there is none', async () => {
    const [timedOut, excluded, forEver] = [await givenEmpty(), await givenEmpty(), await givenEmpty()];
    for (const player of [timedOut, excluded, forEver]) await limit(player, '100, null, null');
    await guard(timedOut, 'time_out_until', later(25));
    await guard(excluded, 'time_out_until, excluded_at, excluded_until', later(25), later(-1), later(26));
    await guard(forEver, 'time_out_until, excluded_at', later(25), later(-1));
    expect(await waits(timedOut)).toEqual([{ until: later(25) }]);
    expect(await waits(excluded)).toEqual([{ until: later(26) }]);
    expect(await waits(forEver)).toEqual([{ until: null }]);
  });

  it.each([
    ['until a later instant', later(25), later(24), later(25)],
    ['until an earlier instant', later(1), later(24), later(24)],
    ['for ever', null, later(24), null],
    ['until an instant, and is now for ever', later(25), null, null],
  ])('keeps the longer wait where it waited %s', async (_how, kept, added, expected) => {
    const player = await givenEmpty();
    await query('insert into excluded_emails values ($1, $2)', hashOf(player), kept);
    if (added === null) await guard(player, 'excluded_at', later(-1));
    else await limit(player, '100, null, null');
    expect(await waits(player)).toEqual([{ until: expected }]);
  });
});

describe('the database', () => {
  const EMAIL = `email = 'closed:' || uid`;
  const NAME = `name = 'Closed account'`;
  const closeBare = (user: bigint, ...changes: string[]) =>
    query(
      `with closed as (
         update users set ${['closed_at = now()', `status = 'deactivated'`, 'deactivated_at = now()', ...changes].join()}
          where id = $1 returning uid)
       select ${AUDIT} from closed`,
      user,
    );

  it('closes no account of which the name or the email is not erased, and no admin’s', async () => {
    const [player, { userId: admin }] = [await givenEmpty(), await givenActor(domain, 'admin')];
    await expect(closeBare(player, EMAIL)).rejects.toMatchObject(REFUSED);
    await expect(closeBare(player, NAME)).rejects.toMatchObject(REFUSED);
    await expect(closeBare(admin, EMAIL, NAME)).rejects.toMatchObject(REFUSED);
    await closeBare(player, EMAIL, NAME);
  });
});
