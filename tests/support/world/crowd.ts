import { anyChain } from '../anyIds.ts';
import pg from 'pg';
import { connectionOptions } from '../../../db/client.ts';
import { payoutTable } from '../../../server/domain/contests/payouts.ts';
import type { TestDatabase } from '../database.ts';

/** How the accounts of a ring work together. */
export type RingKind = 'mules' | 'farm' | 'hedgers' | 'accompanied' | 'receipts' | 'mixed';

export interface Ring {
  kind: RingKind;
  players: bigint[];
}

export interface Crowd {
  players: bigint[];
  rings: Ring[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ROUND_MS = 3 * MINUTE_MS;
const ROUNDS = 2_400;
const RING_KINDS: readonly RingKind[] = ['mules', 'farm', 'hedgers', 'accompanied', 'receipts', 'mixed'];

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Player {
  id: bigint;
  registeredAt: number;
  address: string;
  phone: string;
  /** What they withdraw to. */
  upiId: string;
  /** Where a ring decides what they do with their money and bets. */
  ring?: Ring;
}

/** Rows of the tables, written at the end in bulk. */
interface Rows {
  users: object[];
  sessions: object[];
  transactions: object[];
  bets: object[];
}

/**
 * Writes a month of a made-up platform, bypassing its rules: honest players, and rings of 3 to 12 accounts of several
 * kinds among them, and some of 3 to 6 one of whom takes no part. What is honest looks much like fraud here and there: carriers with thousands of players behind an
 * address, households with one phone or one bank account, references mistyped or made up, people who deposit and withdraw
 * soon, high rollers, phones that are replaced. Some accounts of a ring do without what links the others. The same seed
 * writes the same crowd. `now`: the end of the month.
 */
export async function writeCrowd(
  database: TestDatabase,
  options: { players: number; rings: number; seed: number; now: number },
): Promise<Crowd> {
  const world = new World(options.seed, options.now);
  world.populate(options.players, options.rings);
  await world.write(database);
  return { players: world.players.map(({ id }) => id), rings: world.rings };
}

function kindOf(ring: number): RingKind {
  return RING_KINDS[ring % RING_KINDS.length] ?? 'mixed';
}

class World {
  readonly players: Player[] = [];
  readonly rings: Ring[] = [];
  readonly #random: () => number;
  readonly #now: number;
  readonly #rows: Rows = { users: [], sessions: [], transactions: [], bets: [] };
  readonly #phones: string[];
  /** Of the deposits so far. */
  readonly #references: string[] = [];
  #made = 0;

  constructor(seed: number, now: number) {
    this.#random = randomFrom(seed);
    this.#now = now;
    this.#phones = Array.from({ length: 150 }, (_, model) => this.#userAgent(model));
  }

  populate(count: number, rings: number): void {
    const inRings = Array.from({ length: rings }, (_, at) => this.#between(3, kindOf(at) === 'accompanied' ? 6 : 12));
    const honest = count - inRings.reduce((sum, size) => sum + size, 0);
    // A carrier for every 600 players, but some have most of them.
    const carriers = Array.from({ length: Math.max(3, Math.round(count / 600)) }, () => this.#anyAddress());
    const cafes = Array.from({ length: Math.max(2, Math.round(count / 700)) }, () => this.#anyAddress());
    for (let made = 0; made < honest;)
      made += this.#household(Math.min(honest - made, this.#familySize()), carriers, cafes);
    inRings.forEach((size, at) => this.#ring(kindOf(at), size, carriers));
    for (const player of this.players) if (player.ring === undefined) this.#honestLife(player, carriers);
    for (const ring of this.rings) this.#crookedLife(ring);
  }

  /** Six in ten live alone: no other account has their device or address. */
  #familySize(): number {
    return this.#pickWeighted([1, 2, 3, 4, 5, 6], [0.62, 0.2, 0.09, 0.05, 0.03, 0.01]);
  }

  #household(size: number, carriers: readonly string[], cafes: readonly string[]): number {
    const home = this.#anyAddress();
    const onlyCarrier = this.#chance(0.45);
    const sharedPhone = size > 1 && this.#chance(0.3) ? this.#anyPhone() : null;
    const sharedAccount = size > 1 && this.#chance(0.07);
    const since = this.#daysAgo(400);
    for (let member = 0; member < size; member += 1) {
      const player = this.#player({
        address: this.#chance(0.03) ? this.#pick(cafes) : onlyCarrier ? this.#skewed(carriers) : home,
        phone: sharedPhone ?? this.#anyPhone(),
        // Members join within weeks, a few on the same day.
        registeredAt: Math.min(this.#now - DAY_MS, since + (this.#chance(0.15) ? 0.3 : this.#random() * 60) * DAY_MS),
      });
      // A couple, and seldom a whole family, have one bank account.
      const previous = this.players.at(-2);
      if (sharedAccount && member > 0 && previous && (member === 1 || this.#chance(0.15)))
        player.upiId = previous.upiId;
    }
    return size;
  }

  #ring(kind: RingKind, size: number, carriers: readonly string[]): void {
    const ring: Ring = { kind, players: [] };
    const den = this.#anyAddress();
    const phone = this.#anyPhone();
    const account = this.#anyUpi();
    // Half of the rings register their accounts in one go.
    const began = this.#daysAgo(120);
    const burst = this.#chance(0.5);
    for (let member = 0; member < size; member += 1) {
      const careful = this.#chance(0.12);
      const sharesPlace =
        (kind === 'farm' || kind === 'hedgers' || kind === 'accompanied' || kind === 'receipts') && !careful;
      const player = this.#player({
        address: sharesPlace ? den : this.#skewed(carriers),
        phone: (kind === 'farm' && !careful) || this.#chance(0.2) ? phone : this.#anyPhone(),
        registeredAt: Math.min(this.#now - 2 * DAY_MS, began + (burst ? this.#random() : this.#random() * 90) * DAY_MS),
      });
      if ((kind === 'mules' || kind === 'mixed') && !careful) player.upiId = account;
      player.ring = ring;
      ring.players.push(player.id);
    }
    this.rings.push(ring);
  }

  #player(given: Pick<Player, 'address' | 'phone' | 'registeredAt'>): Player {
    this.#made += 1;
    const id = BigInt(this.#made);
    const player: Player = { id, upiId: this.#anyUpi(), ...given };
    this.players.push(player);
    this.#rows.users.push({ id: String(id), uid: String(10_000_000 + this.#made), at: given.registeredAt });
    return player;
  }

  /** Signs in some times in the month, at home and on the way; plays what they like; deposits, and withdraws wins. */
  #honestLife(player: Player, carriers: readonly string[]): void {
    const newPhone = this.#chance(0.04) ? this.#anyPhone() : null;
    const signIns = this.#between(1, 6);
    for (let at = 0; at < signIns; at += 1) {
      const phone = newPhone !== null && at === signIns - 1 ? newPhone : player.phone;
      this.#session(player, this.#chance(0.25) ? this.#skewed(carriers) : player.address, phone);
    }
    const roller = this.#chance(0.01) ? 40 : 1;
    const hasty = this.#chance(0.02);
    const deposits = this.#pickWeighted([0, 1, 2, 4], [0.35, 0.35, 0.2, 0.1]);
    let deposited = 0;
    for (let made = 0; made < deposits; made += 1) {
      const amount = this.#amount() * roller;
      deposited += amount;
      this.#deposit(player, amount, this.#sinceRegistered(player));
    }
    if (this.#chance(0.004)) this.#deposit(player, this.#amount(), this.#sinceRegistered(player), this.#typed());
    const rounds = hasty ? this.#between(0, 2) : this.#between(0, 45);
    for (let bet = 0; bet < rounds; bet += 1) {
      this.#bet(player, this.#between(0, ROUNDS - 1), this.#selection(), this.#pick([10, 50, 100, 100, 500]) * roller);
    }
    if (deposited > 0 && (hasty || this.#chance(0.3))) {
      this.#withdraw(
        player,
        Math.round(deposited * (hasty ? 0.9 : 0.3 + this.#random())),
        this.#now - this.#random() * 20 * DAY_MS,
      );
    }
  }

  #crookedLife(ring: Ring): void {
    const members = this.players.filter((player) => player.ring === ring);
    const receipt = this.#reference();
    for (const player of members) {
      for (let at = this.#between(1, 4); at > 0; at -= 1) this.#session(player, player.address, player.phone);
      const cycles = ring.kind === 'farm' ? this.#between(1, 4) : 1;
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        const amount = this.#amount() + 600;
        const at = this.#now - (1 + this.#random() * 25) * DAY_MS;
        this.#deposit(player, amount, at);
        this.#withdraw(player, Math.round(amount * (0.8 + this.#random() * 0.15)), at + DAY_MS * this.#random());
      }
      if ((ring.kind === 'receipts' || ring.kind === 'mixed') && this.#chance(0.85)) {
        this.#deposit(player, 2_000, this.#now - this.#random() * 20 * DAY_MS, receipt);
      }
      // They play too, so as not to be noticed.
      const alibi = ring.kind === 'farm' ? this.#between(0, 3) : this.#between(3, 25);
      for (let bet = 0; bet < alibi; bet += 1) this.#bet(player, this.#between(0, ROUNDS - 1), this.#selection(), 10);
    }
    if (ring.kind === 'accompanied') this.#hedge(members.slice(1), members[0]);
    if (ring.kind === 'hedgers' || (ring.kind === 'mixed' && this.#chance(0.5))) this.#hedge(members);
  }

  /**
   * In many rounds two of them take opposite sides, with about the same stakes. `companion`: one who takes no side, and in most
   * of these rounds bets a little, as a player does who bets for fun.
   */
  #hedge(members: readonly Player[], companion?: Player): void {
    for (let round = members.length * this.#between(5, 12); round > 0; round -= 1) {
      const one = this.#pick(members);
      const other = this.#pick(members.filter((player) => player !== one));
      const at = this.#between(0, ROUNDS - 1);
      const stake = this.#pick([500, 1_000, 2_000]);
      if (companion && this.#chance(0.8)) this.#bet(companion, at, this.#selection(), this.#pick([10, 50, 100]));
      if (this.#chance(0.7)) {
        this.#bet(one, at, 10, stake);
        this.#bet(other, at, 12, Math.round(stake * (0.9 + this.#random() * 0.2)));
      } else {
        for (let number = 0; number < 10; number += 1)
          this.#bet(number % 2 === 0 ? one : other, at, number, stake / 10);
      }
    }
  }

  #session(player: Player, address: string, phone: string): void {
    const at = this.#now - this.#random() * 29 * DAY_MS;
    this.#rows.sessions.push({ player: String(player.id), at: Math.max(at, player.registeredAt), address, phone });
  }

  #deposit(player: Player, rupees: number, at: number, reference: string | null = null): void {
    const status = reference === null ? (this.#chance(0.95) ? 'success' : 'failed') : 'failed';
    const given = reference ?? this.#reference();
    this.#references.push(given);
    this.#rows.transactions.push({
      player: String(player.id),
      type: 'credit',
      status,
      amount: rupees * 100,
      at,
      reference: given,
      upi: null,
    });
  }

  #withdraw(player: Player, rupees: number, at: number): void {
    const status = this.#pickWeighted(['success', 'pending', 'failed'], [0.85, 0.1, 0.05]);
    this.#rows.transactions.push({
      player: String(player.id),
      type: 'debit',
      status,
      amount: Math.max(1, rupees) * 100,
      at: Math.min(at, this.#now),
      reference: null,
      upi: player.upiId,
    });
  }

  #bet(player: Player, round: number, selection: number, rupees: number): void {
    this.#rows.bets.push({ player: String(player.id), round: round + 1, selection, amount: Math.round(rupees * 100) });
  }

  /** Sum of a deposit in rupees: mostly hundreds, seldom ten thousands. */
  #amount(): number {
    return Math.round(200 * Math.exp(this.#random() * 4.2));
  }

  #selection(): number {
    return this.#chance(0.75) ? this.#pick([10, 12, 10, 12, 11]) : this.#between(0, 9);
  }

  #reference(): string {
    return String(400_000_000_000 + Math.floor(this.#random() * 99_999_999_999));
  }

  /** The reference of some deposits: an invented one, or by mistake that of another player's deposit. */
  #typed(): string {
    if (this.#chance(0.5)) return this.#pick(['123456789012', '000000000000', '111111111111']);
    return this.#pick(this.#references.length > 0 ? this.#references : [this.#reference()]);
  }

  #sinceRegistered(player: Player): number {
    const from = Math.max(player.registeredAt, this.#now - 28 * DAY_MS);
    return from + this.#random() * (this.#now - from);
  }

  #userAgent(model: number): string {
    const browser = model % 5 === 0 ? 'SamsungBrowser/24.0 Chrome/117.0.0.0' : 'Chrome/129.0.0.0';
    return `Mozilla/5.0 (Linux; Android ${10 + (model % 5)}; Model ${model}) AppleWebKit/537.36 ${browser} Mobile Safari/537.36`;
  }

  #anyUpi(): string {
    return `payee${Math.floor(this.#random() * 1e12)}@${this.#pick(['okbank', 'ybl', 'paytm', 'upi'])}`;
  }

  #anyAddress(): string {
    return Array.from({ length: 4 }, () => this.#between(1, 254)).join('.');
  }

  /** A few models are everywhere. */
  #anyPhone(): string {
    return this.#skewed(this.#phones);
  }

  #daysAgo(most: number): number {
    return this.#now - (3 + this.#random() * most) * DAY_MS;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #between(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1));
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  /** The first ones much more often than the last. */
  #skewed<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() ** 2.5 * items.length)] as Item;
  }

  #pickWeighted<Item>(items: readonly Item[], weights: readonly number[]): Item {
    let left = this.#random();
    return items.find((_, at) => (left -= weights[at] ?? 0) < 0) ?? (items[0] as Item);
  }

  async write({ address }: TestDatabase): Promise<void> {
    const client = new pg.Client(connectionOptions(address));
    await client.connect();
    try {
      await client.query('begin; set local session_replication_role = replica');
      const { rows } = await client.query<{ first: bigint }>('select coalesce(max(id), 0) + 1 as first from users');
      await this.#writeRows(client, rows[0]?.first ?? 1n);
      await client.query('commit; analyze');
    } finally {
      await client.end();
    }
  }

  /** Ids begin after those that the database has. */
  async #writeRows(client: pg.Client, first: bigint): Promise<void> {
    const moved = first - 1n;
    for (const player of this.players) player.id += moved;
    for (const ring of this.rings) ring.players = ring.players.map((id) => id + moved);
    const insert = async (statement: string, rows: readonly object[]) => {
      for (let from = 0; from < rows.length; from += 20_000) {
        await client.query(statement, [JSON.stringify(rows.slice(from, from + 20_000)), moved]);
      }
    };
    await insert(writeUsers, this.#rows.users);
    await client.query(`select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))`);
    await insert(writeSessions, this.#rows.sessions);
    await insert(writeTransactions, this.#rows.transactions);
    await client.query(
      `insert into payout_tables (basis_points, created_at) values ($1, now()) on conflict do nothing`,
      [payoutTable],
    );
    await client.query(writeContests, [ROUNDS, (this.#now - ROUNDS * ROUND_MS) / 1_000, payoutTable]);
    await insert(writeBets, this.#rows.bets);
    await client.query(writeResults, [payoutTable.map(Number)]);
  }
}

const writeUsers = `
  insert into users (id, uid, email, name, avatar, user_type, password_hash, created_at) overriding system value
  select id + $2, uid, uid || '@crowd.test', 'Asha Rao', 'lotus', 'player', 'none', to_timestamp(at / 1000)
    from jsonb_to_recordset($1::jsonb) as r (id bigint, uid text, at float8)`;

const writeSessions = `
  insert into sessions (user_id, refresh_hash, created_at, last_seen_at, expires_at, user_agent, address)
  select player + $2, sha256(gen_random_uuid()::text::bytea), to_timestamp(at / 1000), to_timestamp(at / 1000),
         to_timestamp(at / 1000) + interval '30 days', phone, address
    from jsonb_to_recordset($1::jsonb) as r (player bigint, at float8, address text, phone text)`;

const writeTransactions = `
  insert into wallet_transactions (player_id, transaction_type, channel, status, amount, reference, payee_id, upi_id, decided_at, created_at, updated_at)
  select player + $2, type::transaction_type, 'upi', status::transaction_status, amount, reference,
         case type when 'credit' then 1 end, upi, case status when 'pending' then null else to_timestamp(at / 1000) end,
         to_timestamp(at / 1000), to_timestamp(at / 1000)
    from jsonb_to_recordset($1::jsonb) as r (player bigint, type text, status text, amount bigint, at float8, reference text, upi text)`;

/** Their game is one of 3 minutes that the clock doesn't run: numbers below zero, and so high in the chain, are no round's of a server. */
const writeContests = `
  insert into contests (game_type, game_id, number, slot, starts_at, closes_at, ends_at, state, account_id, randomize,
    profitability_level, payout_table_id, chain_id, chain_index, commitment, decided_by, winning_number, seed,
    settlement_parts, decided_at, settled_at)
  select 'sapreThree', 'crowd-' || n, -n, -n, at, at + interval '150 s', at + interval '180 s', 'SETTLED', -n, true, 0,
         (select id from payout_tables where basis_points = $3::int[]),
         ${anyChain}, 1000000 + n, sha256(n::text::bytea), 'DRAW', (n * 7919) % 10,
         n::text::bytea, 1, at + interval '180 s', at + interval '180 s'
    from (select n, to_timestamp($2::float8 + n * 180) as at from generate_series(1, $1::int) n) slots`;

const writeBets = `
  insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
  select c.id, player + $2, selection, amount, 0, c.starts_at
    from jsonb_to_recordset($1::jsonb) as r (player bigint, round int, selection int, amount bigint)
    join contests c on c.game_id = 'crowd-' || round`;

const writeResults = `
  insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
  select b.player_id, b.contest_id, count(*), sum(b.amount),
         sum(b.amount * ($1::int[])[b.selection * 10 + c.winning_number + 1] / 10000), c.settled_at
    from bets b join contests c on c.id = b.contest_id where c.game_id like 'crowd-%'
   group by b.player_id, b.contest_id, c.settled_at`;
