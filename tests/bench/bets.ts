import { randomUUID } from 'node:crypto';
import type { Paise } from '../../db/columns.ts';
import { BetBatcher } from '../../server/domain/bets/betBatcher.ts';
import { placeBet } from '../../server/domain/bets/placeBet.ts';
import { receiptOf } from '../../server/domain/bets/receiptOf.ts';
import { interleave, median, ratioOf, underLoad } from './measure.ts';
import { betThroughOrm } from './ormBet.ts';
import type { Bench, BenchPart } from './part.ts';
import { pgbenchBets } from './pgbenchBet.ts';
import { atLeast, atMost, type Finding, measured } from './report.ts';
import { anyBet, openStage, requestOf, type Stage } from './stage.ts';

const AT_A_TIME = 256;
const STAKE = 1_000n as Paise;
const SECONDS = 4;
const PAST_BETS = 10_000_000;

/** Rate, and Postgres CPU time per bet. */
interface Placing {
  rate: number;
  p99: number;
  cpu: number;
}

export const bets: BenchPart = {
  name: 'bets',
  about:
    'Placing bets, 256 at a time by 20,000 players on three contests, through the verb `placeBet`; beside it, on the ' +
    'same server and tables, one transaction per bet by pgbench (the faster of one statement and several, with its best ' +
    'number of clients) and through the ORM.',
  async run(bench) {
    const stage = await openStage(bench.postgres, 'bets');
    const limited = await openStage(bench.postgres, 'bets_limited', { limits: true });
    const beacon = await openStage(bench.postgres, 'bets_beacon', { beacon: true });
    try {
      const findings = await compare(bench, { stage, limited, beacon });
      return bench.large ? [...findings, await onLongHistory(bench, stage)] : findings;
    } finally {
      await beacon.close();
      await limited.close();
      await stage.close();
    }
  },
};

interface Stages {
  stage: Stage;
  limited: Stage;
  /** With rounds of version 2 of the draw. */
  beacon: Stage;
}

async function compare(bench: Bench, { stage, limited: withLimits, beacon }: Stages): Promise<Finding[]> {
  const { address } = stage.database;
  const contests = stage.contests.map(({ id }) => id);
  const pgbench = await pgbenchBets({
    address,
    players: stage.players,
    contests,
    at: new Date(stage.games.clock.now()),
  });
  bench.say(`pgbench is best with ${pgbench.name}`);
  const { ours, limited, numbered, receipts, single, peer, orm } = await interleave(bench.repetitions, {
    ours: () => placing(bench, stage, { lanes: 2 }),
    limited: () => placing(bench, withLimits, { lanes: 2 }),
    numbered: () => placing(bench, beacon, { lanes: 2 }),
    receipts: () => placing(bench, beacon, { lanes: 2, receipts: true }),
    single: () => placing(bench, stage, { lanes: 1 }),
    peer: async () => ({ p99: Number.NaN, ...(await pgbench.run(bench.postgres, SECONDS)) }),
    orm: () => throughOrm(bench, stage),
  });
  const rates = (runs: readonly { rate: number }[]) => runs.map(({ rate }) => rate);
  const cpus = (runs: readonly { cpu: number }[]) => runs.map(({ cpu }) => cpu);
  return [
    atLeast('bets/s, against pgbench', ratioOf(rates(ours), rates(peer)), 3.5),
    atLeast('bets/s, against a transaction per bet through the ORM', ratioOf(rates(ours), rates(orm)), 20),
    atMost('99 % of the bets placed within', median(ours.map(({ p99 }) => p99)), 15, 'ms'),
    atMost('Postgres CPU per bet, against pgbench', ratioOf(cpus(ours), cpus(peer)), 0.22, '×'),
    measured('bets/s against pgbench over one connection', ratioOf(rates(single), rates(peer)), '×'),
    measured('bets/s in rounds with limits, against rounds without', ratioOf(rates(limited), rates(ours)), '×'),
    atLeast(
      'bets/s in rounds of version 2 of the draw, against version 1',
      ratioOf(rates(numbered), rates(ours)),
      0.97,
    ),
    measured('the same with a receipt of each bet', ratioOf(rates(receipts), rates(numbered)), '×'),
    measured('bets/s', median(rates(ours)), 'bets/s'),
    measured(`pgbench (${pgbench.name})`, median(rates(peer)), 'bets/s'),
    measured('through the ORM', median(rates(orm)), 'bets/s'),
    measured('Postgres CPU per bet', median(cpus(ours)), 'µs'),
    measured('Postgres CPU per bet by pgbench', median(cpus(peer)), 'µs'),
    measured('Postgres CPU per bet through the ORM', median(cpus(orm)), 'µs'),
  ];
}

/** Whether the rate depends on the size of the tables. */
async function onLongHistory(bench: Bench, stage: Stage): Promise<Finding> {
  bench.say(`writing ${PAST_BETS.toLocaleString('en')} bets`);
  const long = await openStage(bench.postgres, 'bets_long', { pastBets: PAST_BETS });
  try {
    const runs = await interleave(bench.repetitions, {
      long: () => placing(bench, long, { lanes: 2 }),
      short: () => placing(bench, stage, { lanes: 2 }),
    });
    const [ours, theirs] = [runs.long, runs.short].map((places) => places.map(({ rate }) => rate));
    return atLeast('bets/s after 10,000,000 bets, against hardly any', ratioOf(ours ?? [], theirs ?? []), 0.75);
  } finally {
    await long.close();
  }
}

/** The server's own implementation. */
export async function placing(
  bench: Pick<Bench, 'postgres'>,
  stage: Stage,
  { lanes, receipts = false }: { lanes: number; receipts?: boolean },
): Promise<Placing> {
  const { events, log } = stage.games.services;
  const batcher = new BetBatcher({ address: stage.database.app.address, events, log, lanes });
  const result = await withCpu(bench, async () => {
    const { playerId, contest, selection } = anyBet(stage);
    const ctx = requestOf(stage, playerId, { bets: batcher });
    const { bet } = await placeBet(ctx, {
      gameId: contest.gameId,
      selection,
      amount: STAKE,
      idempotencyKey: randomUUID(),
    });
    if (receipts) await receiptOf(ctx, bet);
  });
  await batcher.stop();
  return result;
}

/** As the owner of the tables, because the application's role may place bets through the functions only. */
function throughOrm(bench: Bench, stage: Stage): Promise<Placing> {
  const { db } = stage.database;
  const { clock } = stage.games.services;
  return withCpu(bench, () => {
    const { playerId, contest, selection } = anyBet(stage);
    const bet = { playerId, contestId: contest.id, selection, amount: STAKE };
    return betThroughOrm(db, bet, new Date(clock.now()));
  });
}

async function withCpu({ postgres }: Pick<Bench, 'postgres'>, call: () => Promise<unknown>): Promise<Placing> {
  let before = 0;
  const onWarm = () => {
    before = postgres.cpuMicroseconds();
  };
  const { rate, p99, calls } = await underLoad(call, { concurrency: AT_A_TIME, seconds: SECONDS, onWarm });
  return { rate, p99, cpu: (postgres.cpuMicroseconds() - before) / calls };
}
