import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as migration from '../../db/migrate.ts';
import { APP_ROLE } from '../../db/roles.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import { type GameType, slotAt } from '../../server/domain/contests/gameTypes.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { type ChildServer, startChildServer } from '../support/childServer.ts';
import { openBoth, type TestDatabase } from '../support/database.ts';
import { movableClock } from '../support/databaseClock.ts';
import { runStatement, testPostgres } from '../support/postgres.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenAdmin, givenPlayer, type Person, requestDeposit, signIn } from '../support/world/people.ts';
import { type Checkout, checkOutReleaseBefore } from '../support/releaseBefore.ts';

let checkout: Checkout;
let database: TestDatabase;
/** A server of the release before, which was there first and keeps running. */
let old: ChildServer;
let current: TestServer;
/** The same player on each of them. */
let players: { old: Person; current: Person };
/** Signed in before: sessions begin by a function that the release before doesn't call. */
let oldAdmin: Person;

beforeAll(async () => {
  checkout = checkOutReleaseBefore();
  const address = { ...testPostgres(), database: `upgrade_${randomBytes(6).toString('hex')}` };
  await runStatement(testPostgres(), `create database ${address.database}`);
  // With that release's own privileges.
  const before = (await import(pathToFileURL(join(checkout.root, 'db/migrate.ts')).href)) as Pick<
    typeof migration,
    'migrate'
  >;
  await before.migrate(address, { appRole: APP_ROLE });
  await runStatement(address, movableClock());
  database = openBoth(address, { max: 4 });
  old = await startChildServer({ database, root: checkout.root });
  const onOld = await givenPlayer(old, { rupees: 10_000 });
  await bet(old, onOld, 'sapreHalf');
  oldAdmin = await givenAdmin(old);
  current = await startTestServer({ database });
  players = { old: onOld, current: await signIn(current, onOld.email, onOld.password) };
});
afterAll(async () => {
  await current?.stop();
  await old?.stop();
  await database?.close();
  checkout?.remove();
});

/** Bets ₹10 on each number in the game's running round; its game id. */
async function bet(server: { url: string }, player: Person, gameType: GameType): Promise<string> {
  const { gameId } = slotAt(gameType, await old.now());
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      fetch(`${server.url}/sapre/placeBet`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${player.accessToken}`,
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ gameId, amount: 10, betType: 'number', betValue: number }),
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  return gameId;
}

type Which = 'old' | 'current';

/** Moves both clocks to an instant, one server's first, which then does what is due. */
async function moveTo(instant: number, first: Which): Promise<void> {
  const move = {
    old: async () => {
      await old.advance(instant - (await old.now()));
      await old.idle();
    },
    current: async () => {
      current.clock.set(instant);
      await current.contestClock.idle();
    },
  };
  await move[first]();
  await move[first === 'old' ? 'current' : 'old']();
}

const contestOf = (gameId: string) => contestByGameId(contextFor(current.services, { kind: 'anonymous' }), gameId);

describe('a server of the release before beside one of this release', () => {
  it.each<[Which, Which, GameType]>([
    ['old', 'current', 'sapreHalf'],
    ['current', 'old', 'sapreHalf'],
    ['old', 'old', 'sapreOne'],
    ['current', 'current', 'sapreThree'],
  ])(
    'bets on both, closed by the %s one first and settled by the %s one, are paid once',
    async (closer, settler, gameType) => {
      await moveTo(slotAt(gameType, await old.now()).endsAt, settler);
      const gameId = await bet(old, players.old, gameType);
      expect(await bet(current, players.current, gameType)).toBe(gameId);
      const { closesAt, endsAt } = slotAt(gameType, await old.now());
      await moveTo(closesAt, closer);
      await moveTo(endsAt, settler);
      await expect.poll(async () => (await contestOf(gameId))?.state, { timeout: 20_000 }).toBe('SETTLED');
      const { rows } = await database.pool.query(
        `select (select count(*)::int from bets b join contests c on c.id = b.contest_id where c.game_id = $1) as bets,
              (select coalesce(sum(t.amount), 0)::int from transfers t join bets b on b.id = t.reference_id
                 join contests c on c.id = b.contest_id where c.game_id = $1 and t.kind = 'bet_payout') as paid`,
        [gameId],
      );
      // Two bets of ₹10 on the number that won, at 9.6.
      expect(rows).toEqual([{ bets: 20, paid: 19_200 }]);
    },
  );

  it('players register here, and deposits asked for on either and approved on the other are credited', async () => {
    const balance = async ({ uid }: Person) => {
      const { rows } = await database.pool.query<{ paise: number }>(
        `select a.balance::int as paise from ledger_accounts a join users u on u.id = a.player_id
          where u.uid = $1 and a.kind = 'player_available'`,
        [uid],
      );
      return rows[0]?.paise ?? 0;
    };
    const registered = await givenPlayer(current, { rupees: 100 });
    expect(await balance(registered)).toBe(10_000);
    const currentAdmin = await givenAdmin(current);
    for (const [player, admin] of [
      [players.old, currentAdmin],
      [players.current, oldAdmin],
    ] as const) {
      const before = await balance(player);
      const { id } = await requestDeposit(player, 50);
      await admin.perform('decideTransaction', { transactionId: id, decision: 'APPROVE' }, 'transaction { id }');
      expect(await balance(player)).toBe(before + 5_000);
    }
  });

  it('leaves the books in order', async () => {
    const results = await auditBooks(contextFor({ ...current.services, db: database.db }, { kind: 'system' }));
    expect(results.filter(({ faultCount }) => faultCount > 0)).toEqual([]);
  });
});
