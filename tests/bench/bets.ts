import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { inTransaction } from '../../db/client.ts';
import type { Paise } from '../../db/columns.ts';
import { betKeys, bets as betsTable } from '../../db/schema/bets.ts';
import { contests } from '../../db/schema/contests.ts';
import { ledgerAccounts, transfers } from '../../db/schema/wallet.ts';
import { BetBatcher } from '../../server/domain/bets/betBatcher.ts';
import { placeBet } from '../../server/domain/bets/placeBet.ts';
import { interleave, type Load, median, ratioOf, underLoad } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { bestOfPgbench, type PgbenchRun, runPgbench, findPgbench } from './pgbench.ts';
import { atLeast, atMost, type Finding, measured } from './report.ts';
import { anyBet, openStage, requestOf, type Stage } from './stage.ts';

const AT_A_TIME = 256;
const STAKE = 1_000n as Paise;
const SECONDS = 4;

/** How fast, and how much of Postgres's CPU a bet took. */
interface Placing {
  rate: number;
  p99: number;
  cpu: number;
}

export const bets: BenchPart = {
  name: 'bets',
  about: `Placing bets, ${AT_A_TIME} at a time by ${'20,000'} players on three contests, through the verb \`placeBet\`; beside it, on the same server and tables, one transaction per bet by pgbench (the faster of one statement and several, with its best number of clients) and through the ORM.`,
  async run(bench) {
    const stage = await openStage(bench.postgres, 'bets');
    try {
      return await compare(bench, stage);
    } finally {
      await stage.close();
    }
  },
};

async function compare(bench: Bench, stage: Stage): Promise<Finding[]> {
  const pgbench = findPgbench();
  const { postgres, repetitions, say } = bench;
  const { address } = stage.database;
  const best = await bestOfPgbench(pgbench, address, pgbenchScripts(stage));
  say(`pgbench is best with ${best.clients} clients, ${best.name}`);
  const runs = await interleave(repetitions, {
    sharded: () => placing(bench, stage, { shards: 2 }),
    single: () => placing(bench, stage, { shards: 1 }),
    pgbench: () => byPgbench(bench, stage, pgbench, best),
    orm: () => throughOrm(bench, stage),
  });
  const { sharded, single, pgbench: peer, orm } = runs;
  const rates = (runs: readonly Placing[]) => runs.map(({ rate }) => rate);
  const cpus = (runs: readonly Placing[]) => runs.map(({ cpu }) => cpu);
  const findings = [
    atLeast('bets/s, against pgbench', ratioOf(rates(sharded), rates(peer)), 3.5),
    atLeast('bets/s, against a transaction per bet through the ORM', ratioOf(rates(sharded), rates(orm)), 20),
    atMost('99 % of the bets placed within', median(sharded.map(({ p99 }) => p99)), 15, 'ms'),
    atMost('Postgres CPU per bet, against pgbench', ratioOf(cpus(sharded), cpus(peer)), 0.22, '×'),
    measured('bets/s against pgbench over one connection', ratioOf(rates(single), rates(peer)), '×'),
    measured('bets/s', median(rates(sharded)), 'bets/s'),
    measured(`pgbench (${best.clients} clients, ${best.name})`, median(rates(peer)), 'bets/s'),
    measured('through the ORM', median(rates(orm)), 'bets/s'),
    measured('Postgres CPU per bet', median(cpus(sharded)), 'µs'),
    measured('Postgres CPU per bet by pgbench', median(cpus(peer)), 'µs'),
    measured('Postgres CPU per bet through the ORM', median(cpus(orm)), 'µs'),
  ];
  return findings;
}

/** The server's own way. */
async function placing(bench: Bench, stage: Stage, { shards }: { shards: number }): Promise<Placing> {
  const { events, log } = stage.games.services;
  const batcher = new BetBatcher({ address: stage.database.address, events, log, shards });
  const result = await withCpu(bench, (onWarm) =>
    underLoad(
      () => {
        const { playerId, contest, selection } = anyBet(stage);
        const ctx = requestOf(stage, playerId, { bets: batcher });
        const { gameId } = contest;
        return placeBet(ctx, { gameId, selection, amount: STAKE, idempotencyKey: randomUUID() });
      },
      { concurrency: AT_A_TIME, seconds: SECONDS, onWarm },
    ),
  );
  await batcher.stop();
  return result;
}

/** The usual way: an interactive transaction per bet, statement by statement. */
function throughOrm(bench: Bench, stage: Stage): Promise<Placing> {
  return withCpu(bench, (onWarm) =>
    underLoad(() => betThroughOrm(stage), { concurrency: AT_A_TIME, seconds: SECONDS, onWarm }),
  );
}

async function betThroughOrm(stage: Stage): Promise<void> {
  const { playerId, contest, selection } = anyBet(stage);
  const at = new Date(stage.games.clock.now());
  await inTransaction(stage.games.services.db, async (tx) => {
    const [open] = await tx
      .select()
      .from(contests)
      .where(and(eq(contests.id, contest.id), eq(contests.state, 'OPEN')))
      .for('share');
    const [account] = await tx
      .select()
      .from(ledgerAccounts)
      .where(and(eq(ledgerAccounts.playerId, playerId), eq(ledgerAccounts.kind, 'player_available')))
      .for('no key update');
    if (!open || !account?.balance || account.balance < STAKE) throw new Error('the bet was refused');
    const balanceAfter = (account.balance - STAKE) as Paise;
    const [bet] = await tx
      .insert(betsTable)
      .values({ contestId: open.id, playerId, selection, amount: STAKE, balanceAfter, placedAt: at })
      .returning();
    if (!bet) throw new Error('the bet was not written');
    await tx.insert(betKeys).values({ playerId, key: randomUUID(), betId: bet.id, createdAt: at });
    await tx.insert(transfers).values({
      debitAccountId: account.id,
      creditAccountId: open.accountId,
      amount: STAKE,
      kind: 'bet_stake',
      referenceId: bet.id,
      createdAt: at,
    });
  });
}

async function byPgbench(bench: Bench, stage: Stage, pgbench: string, run: PgbenchRun): Promise<Placing> {
  const before = bench.postgres.cpuMicroseconds();
  const { rate, calls } = await runPgbench(pgbench, stage.database.address, { ...run, seconds: SECONDS });
  return { rate, p99: Number.NaN, cpu: (bench.postgres.cpuMicroseconds() - before) / calls };
}

async function withCpu(bench: Bench, load: (onWarm: () => void) => Promise<Load>): Promise<Placing> {
  let before = 0;
  const { rate, p99, calls } = await load(() => {
    before = bench.postgres.cpuMicroseconds();
  });
  return { rate, p99, cpu: (bench.postgres.cpuMicroseconds() - before) / calls };
}

/** The same work in one transaction per bet: every lock, row and check that a bet has here. */
function pgbenchScripts(stage: Stage): Record<string, string> {
  const at = `'${new Date(stage.games.clock.now()).toISOString()}'::timestamptz`;
  const first = stage.contests.reduce((least, { id }) => (id < least ? id : least), stage.contests[0]?.id ?? 0n);
  const variables = `\\set player random(${stage.players[0]}, ${stage.players.at(-1)})
\\set contest random(${first}, ${first + BigInt(stage.contests.length) - 1n})
\\set selection random(0, 12)
`;
  const contest = `select id, account_id from contests where id = :contest and state = 'OPEN' and ${at} < closes_at for share`;
  const account = `select id, balance from ledger_accounts
    where kind = 'player_available' and player_id = :player and balance >= ${STAKE} for no key update`;
  return {
    'one statement': `${variables}
with c as materialized (${contest}), a as materialized (${account}),
b as (insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
      select c.id, :player, :selection, ${STAKE}, a.balance - ${STAKE}, ${at} from c, a returning id),
k as (insert into bet_keys (player_id, key, bet_id, created_at) select :player, gen_random_uuid(), id, ${at} from b),
t as (insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
      select a.id, c.account_id, ${STAKE}, 'bet_stake', b.id, ${at} from a, c, b)
select * from b;
`,
    'several statements': `${variables}
begin;
select account_id as contest_account from (${contest}) c \\gset
select id as account, balance from (${account}) a \\gset
insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
  values (:contest, :player, :selection, ${STAKE}, :balance::bigint - ${STAKE}, ${at}) returning id as bet \\gset
insert into bet_keys (player_id, key, bet_id, created_at) values (:player, gen_random_uuid(), :bet, ${at});
insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
  values (:account, :contest_account, ${STAKE}, 'bet_stake', :bet, ${at});
end;
`,
  };
}
