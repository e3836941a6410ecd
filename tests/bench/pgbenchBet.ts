import type { ServerAddress } from '../support/postgres.ts';
import { findPgbench, type PgbenchRun, runPgbench } from './pgbench.ts';
import type { BenchPostgres } from './server.ts';

const TRIAL_SECONDS = 2;
const TRIAL_CLIENTS = [8, 16, 32, 64];
const STAKE = 1_000;

/** Parameters of the bets: first and last ids, and the instant at which all bets are received. */
export interface PgbenchStage {
  address: ServerAddress;
  players: readonly bigint[];
  contests: readonly bigint[];
  at: Date;
}

/** Bets by pgbench, one transaction each. */
export interface PgbenchBets {
  /** The script and number of clients with the highest rate on this machine. */
  name: string;
  run(postgres: BenchPostgres, seconds: number): Promise<{ rate: number; cpu: number }>;
}

/** Determines the fastest configuration of pgbench, and uses it to place bets. */
export async function pgbenchBets(stage: PgbenchStage): Promise<PgbenchBets> {
  const pgbench = findPgbench();
  const trials: (PgbenchRun & { name: string; rate: number })[] = [];
  for (const [name, script] of Object.entries(scripts(stage))) {
    for (const clients of TRIAL_CLIENTS) {
      const run = { name, script, clients, seconds: TRIAL_SECONDS };
      trials.push({ ...run, rate: (await runPgbench(pgbench, stage.address, run)).rate });
    }
  }
  const [best] = trials.toSorted((a, b) => b.rate - a.rate);
  if (best === undefined) throw new Error('there is no script');
  return {
    name: `${best.name}, ${best.clients} clients`,
    async run(postgres, seconds) {
      const before = postgres.cpuMicroseconds();
      const { rate, calls } = await runPgbench(pgbench, stage.address, { ...best, seconds });
      return { rate, cpu: (postgres.cpuMicroseconds() - before) / calls };
    },
  };
}

/** The same work in one transaction per bet: all locks, rows and checks of a bet. */
function scripts({ players, contests, at }: PgbenchStage): Record<string, string> {
  const instant = `'${at.toISOString()}'::timestamptz`;
  const sorted = contests.toSorted((a, b) => Number(a - b));
  const variables = `\\set player random(${players[0]}, ${players.at(-1)})
\\set contest random(${sorted[0]}, ${sorted.at(-1)})
\\set selection random(0, 12)
`;
  const contest = `select id, account_id from contests where id = :contest and state = 'OPEN' and ${instant} < closes_at for share`;
  const account = `select id, balance from ledger_accounts
    where kind = 'player_available' and player_id = :player and balance >= ${STAKE} for no key update`;
  return {
    'one statement': `${variables}
with c as materialized (${contest}), a as materialized (${account}),
b as (insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
      select c.id, :player, :selection, ${STAKE}, a.balance - ${STAKE}, ${instant} from c, a returning id),
k as (insert into bet_keys (player_id, key, bet_id, created_at) select :player, gen_random_uuid(), id, ${instant} from b),
t as (insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
      select a.id, c.account_id, ${STAKE}, 'bet_stake', b.id, ${instant} from a, c, b)
select * from b;
`,
    'several statements': `${variables}
begin;
select account_id as contest_account from (${contest}) c \\gset
select id as account, balance from (${account}) a \\gset
insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
  values (:contest, :player, :selection, ${STAKE}, :balance::bigint - ${STAKE}, ${instant}) returning id as bet \\gset
insert into bet_keys (player_id, key, bet_id, created_at) values (:player, gen_random_uuid(), :bet, ${instant});
insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
  values (:account, :contest_account, ${STAKE}, 'bet_stake', :bet, ${instant});
end;
`,
  };
}
