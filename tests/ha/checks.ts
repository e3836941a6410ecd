import type { Database } from '../../db/client.ts';
import { Api } from '../../server/load/api.ts';
import { keyUuid } from '../../server/domain/wallet/idempotency.ts';
import type { Tally } from './bettors.ts';

const games = ['SAPRE_HALF', 'SAPRE_ONE', 'SAPRE_THREE'] as const;
const READ_MS = 2_000;

/** Reads over the public API which number each round got, and keeps what was shown first. */
export class ShownResults {
  readonly #api: Api[];
  readonly #shown = new Map<string, string>();
  /** Rounds that were later shown with another number or seed. */
  readonly changed: string[] = [];
  readonly #timer: NodeJS.Timeout;
  #next = 0;

  constructor(urls: readonly string[]) {
    this.#api = urls.map((url) => new Api(url));
    this.#timer = setInterval(() => void this.read().catch(() => {}), READ_MS);
  }

  get count(): number {
    return this.#shown.size;
  }

  async read(): Promise<void> {
    const fields = games.map(
      (game) => `${game}: contests(gameType: ${game}, first: 20) { edges { node { gameId winningNumber seed } } }`,
    );
    const api = this.#api[this.#next++ % this.#api.length];
    const data = (await api?.query(`{ ${fields.join(' ')} }`)) ?? {};
    for (const { node } of games.flatMap((game) => data[game].edges)) {
      const result = `${node.winningNumber} ${node.seed}`;
      const before = this.#shown.get(node.gameId);
      if (before === undefined) this.#shown.set(node.gameId, result);
      else if (before !== result) this.changed.push(node.gameId);
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

export interface BetFaults {
  acknowledged: number;
  lost: number;
  doubled: number;
}

/** Compares what clients were answered with what the database has. */
export async function betFaults({ pool }: Database, { acknowledged, sent }: Tally): Promise<BetFaults> {
  const faults: BetFaults = { acknowledged: 0, lost: 0, doubled: 0 };
  for (const [playerId, keys] of sent) {
    const { rows } = await pool.query<{ key: string; bets: bigint }>(
      `select k.key::text as key, count(b.id) as bets from bet_keys k left join bets b on b.id = k.bet_id
        where k.player_id = $1 group by k.key`,
      [playerId],
    );
    const kept = new Map(rows.map(({ key, bets }) => [key, Number(bets)]));
    const own = acknowledged.get(playerId) ?? [];
    faults.acknowledged += own.length;
    faults.lost += own.filter((key) => kept.get(keyUuid(key)) === undefined || kept.get(keyUuid(key)) === 0).length;
    const { rows: counted } = await pool.query<{ bets: bigint }>(
      'select count(*) as bets from bets where player_id = $1',
      [playerId],
    );
    // Each key that was sent may have one bet at most.
    const known = keys.filter((key) => kept.has(keyUuid(key))).length;
    faults.doubled += Number(counted[0]?.bets ?? 0) - known;
  }
  return faults;
}

/** Rounds with bets that are not settled, and rounds whose bets are not paid exactly once. */
export async function roundFaults({
  pool,
}: Database): Promise<{ settled: number; unsettled: number; misPaid: number }> {
  const { rows } = await pool.query<{ settled: number; unsettled: number; misPaid: number }>(
    `select count(*) filter (where state = 'SETTLED')::int as settled,
            count(*) filter (where state <> 'SETTLED' and bet_count > 0)::int as unsettled,
            count(*) filter (where state = 'SETTLED' and total_payouts <> (
              select coalesce(sum(amount), 0) from transfers t where t.debit_account_id = c.account_id and t.kind = 'bet_payout'))::int as "misPaid"
       from contests c where ends_at < now()`,
  );
  return rows[0] ?? { settled: 0, unsettled: 0, misPaid: 0 };
}
