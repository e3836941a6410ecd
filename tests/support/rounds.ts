import { sql } from 'drizzle-orm';
import { rawQuery } from '../../db/client.ts';
import type { Paise } from '../../db/columns.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { type GameType, slotAt } from '../../server/domain/contests/gameTypes.ts';
import { type ContestClock, startContestClock } from '../../server/jobs/contestClock.ts';
import { seedBelow } from '../../server/domain/contests/hashChain.ts';
import { checkpointPlace } from '../../server/domain/ground/values/storedPlaces.ts';
import type { Keyring, StoredValue } from '../../server/platform/keyring.ts';
import { Beacon } from '../../server/platform/beacon/beacon.ts';
import type { TestDatabase } from './database.ts';
import { openDomain, type TestDomain } from './domain.ts';
import { startTestBeacon, type TestBeacon } from './testBeacon.ts';

/** Contests per chain in tests: creating a year of them at each start would take too long. */
const CHAIN_LENGTH = 2_000;

/** The domain with its three games running, on a clock that the test moves. */
export interface RunningGames extends TestDomain {
  database: TestDatabase;
  games: ContestClock;
  /** The beacon of rounds under colour-pf/2, where the games have one. */
  beacon: TestBeacon | null;
  /** Moves the clock to an instant and waits until everything due by then is done. */
  moveTo(instant: number | Date): Promise<void>;
}

/** Starts the three games on a test's database and waits for their first contests. */
export async function runGames(
  database: TestDatabase,
  {
    startsAt,
    chainLength = CHAIN_LENGTH,
    keyring,
    withBeacon = false,
  }: { startsAt?: string; chainLength?: number; keyring?: Keyring; withBeacon?: boolean } = {},
): Promise<RunningGames> {
  const domain = openDomain(database, startsAt);
  if (keyring) domain.services.keyring = keyring;
  const beacon = withBeacon ? await startTestBeacon(domain.clock) : null;
  if (beacon) {
    domain.services.beacon = new Beacon(beacon, domain.services);
    await domain.services.beacon.probe(new AbortController().signal);
  }
  const games = startContestClock(domain.services, { chainLength });
  await games.idle();
  return {
    ...domain,
    database,
    games,
    beacon,
    async moveTo(instant) {
      domain.clock.set(Number(instant));
      await games.idle();
    },
  };
}

/** The running contest as the public API shows it. */
export async function currentContest({ as, clock }: TestDomain, gameType: GameType): Promise<ContestView> {
  const { gameId } = slotAt(gameType, clock.now());
  const contest = await contestByGameId(as({ kind: 'anonymous' }), gameId);
  if (contest === null) throw new Error(`there is no contest ${gameId}`);
  return contest;
}

/** A contest's unpublished seed, read as the owner of the database. */
export async function secretSeed({ services, database }: RunningGames, { id }: { id: bigint }): Promise<Buffer> {
  const { rows } = await database.pool.query<StoredValue & { chainId: bigint; index: number; chainIndex: number }>(
    `select p.chain_id as "chainId", p.index, p.seed as value, p.key_id as "keyId", c.chain_index as "chainIndex"
       from contests c join chain_checkpoints p on p.chain_id = c.chain_id and p.index >= c.chain_index
      where c.id = $1 order by p.index limit 1`,
    [id],
  );
  const [stored] = rows;
  if (!stored) throw new Error(`contest ${id} has no seed`);
  const seed = services.keyring.decrypt(checkpointPlace(stored.chainId, stored.index), stored);
  return seedBelow({ index: stored.index, seed }, stored.chainIndex);
}

/** Moves to the start of the game's next slot, so that its full betting time remains. */
export async function nextContest(games: RunningGames, gameType: GameType): Promise<ContestView> {
  await games.moveTo(slotAt(gameType, games.clock.now()).endsAt);
  return currentContest(games, gameType);
}

export interface TestBet {
  playerId: bigint;
  contestId: bigint;
  selection: number;
  paise: bigint;
}

/** Places bets through the database function, received now; their ids. Fails when one is refused. */
export async function placeBets({ services, clock }: TestDomain, bets: readonly TestBet[]): Promise<bigint[]> {
  const column = (of: (bet: TestBet) => bigint | number) => `{${bets.map(of).join(',')}}`;
  const at = new Date(clock.now()).toISOString();
  const rows = await rawQuery<{ outcome: string; betId: bigint }>(
    services.db,
    sql`select outcome, bet_id as "betId"
          from place_numbered_bets(${column((bet) => bet.playerId)}::bigint[], ${column((bet) => bet.contestId)}::bigint[],
                          ${column((bet) => bet.selection)}::smallint[], ${column((bet) => bet.paise)}::bigint[],
                          array_fill(null::uuid, array[${bets.length}::int]),
                          array_fill(${at}::timestamptz, array[${bets.length}::int]))
         order by ord`,
  );
  const refused = rows.find(({ outcome }) => outcome !== 'placed');
  if (refused) throw new Error(`a bet was not placed: ${refused.outcome}`);
  return rows.map(({ betId }) => betId);
}

/** The player's available balance. */
export async function balanceOf({ services }: TestDomain, playerId: bigint): Promise<Paise> {
  const [row] = await rawQuery<{ balance: Paise }>(
    services.db,
    sql`select balance from ledger_accounts where kind = 'player_available' and player_id = ${playerId}`,
  );
  if (!row) throw new Error(`player ${playerId} has no account`);
  return row.balance;
}

/** The house's profit so far, from the transfers. */
export async function houseBalance({ services }: TestDomain): Promise<bigint> {
  const [row] = await rawQuery<{ balance: bigint }>(
    services.db,
    sql`select coalesce(sum(case when t.credit_account_id = a.id then t.amount else -t.amount end), 0)::bigint as balance
          from ledger_accounts a join transfers t on a.id in (t.credit_account_id, t.debit_account_id)
         where a.kind = 'house'`,
  );
  return row?.balance ?? 0n;
}

/**
 * Compares every account's transfers with its stored balance: returns only accounts that differ, and remainders of
 * contests.
 */
export async function ledgerFaults({ services }: TestDomain): Promise<object[]> {
  return rawQuery(
    services.db,
    sql`with moved as (
          select account_id, sum(delta)::bigint as total
            from (select credit_account_id as account_id, amount as delta from transfers
                  union all select debit_account_id, -amount from transfers) sides
           group by account_id)
        select a.id, a.kind, a.balance, coalesce(m.total, 0) as total, c.game_id, c.state
          from ledger_accounts a left join moved m on m.account_id = a.id left join contests c on c.account_id = a.id
         where (a.balance is not null and a.balance <> coalesce(m.total, 0))
            or (c.state = 'SETTLED' and coalesce(m.total, 0) <> 0)`,
  );
}
