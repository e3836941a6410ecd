import { eq, and, sql } from 'drizzle-orm';
import { inTransaction, rawQuery, type Db } from '../../db/client.ts';
import type { Paise } from '../../db/columns.ts';
import { ledgerAccounts, transfers } from '../../db/schema/wallet.ts';
import { BetBatcher } from '../../server/domain/bets/betBatcher.ts';
import { placeBet } from '../../server/domain/bets/placeBet.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { currentContest, nextContest } from '../support/rounds.ts';
import { percentile } from '../../server/load/percentile.ts';
import { interleave, median, ratioOf } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { atLeast, atMost, type Finding, measured } from './report.ts';
import { PLAYERS } from './history.ts';
import { draw, openStage, pick, requestOf, type Stage } from './stage.ts';

const SIZES = [1_000, 10_000, 100_000] as const;
const LARGEST = 100_000;
/** The product's goal for 50,000 (server/domain/contests/README.md#rounds). */
const PAID_WITHIN_MS = 1_000;
/** Sample size from which the time of a loop over all bets is extrapolated. */
const LOOPED = 500;
const AT_A_TIME = 256;
const IDLE_SECONDS = 3;

export const settlement: BenchPart = {
  name: 'settlement',
  about:
    'Paying a contest of 20,000 players, from DECIDED to SETTLED; beside it a loop with a transaction per bet through ' +
    'the ORM, and the floor: the same rows, ready made, inserted into the same tables without a rule or a balance. ' +
    'Then the largest one while others bet, 256 at a time.',
  async run(bench) {
    const stage = await openStage(bench.postgres, 'settlement');
    try {
      await makeFloor(stage);
      return [...(await againstPeers(bench, stage)), ...(await whileBetting(bench, stage))];
    } finally {
      await stage.close();
    }
  },
};

async function againstPeers({ repetitions }: Bench, stage: Stage): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const size of SIZES) {
    const runs = await interleave(repetitions, { paid: () => payAndCompare(stage, size) });
    const column = (name: 'ours' | 'loop' | 'floor') => runs.paid.map((run) => run[name]);
    const [loop, floor] = [ratioOf(column('loop'), column('ours')), ratioOf(column('ours'), column('floor'))];
    const bets = `${size.toLocaleString('en')} bets`;
    findings.push(
      size === LARGEST
        ? atLeast(`${bets}: faster than the loop`, loop, 100)
        : measured(`${bets}: faster than the loop`, loop, '×'),
      size === LARGEST
        ? atMost(`${bets}: time over the floor`, floor, 1.5, '×')
        : measured(`${bets}: time over the floor`, floor, '×'),
      size === LARGEST
        ? atMost(`${bets}: paid in`, median(column('ours')), PAID_WITHIN_MS, 'ms')
        : measured(`${bets}: paid in`, median(column('ours')), 'ms'),
    );
  }
  return findings;
}

/** Milliseconds for paying one contest of `size` bets: by the server, by a loop, and for the plain inserts. */
async function payAndCompare(stage: Stage, size: number): Promise<{ ours: number; loop: number; floor: number }> {
  const contest = await nextContest(stage.games, 'sapreHalf');
  await fill(stage, contest, size);
  const ours = await payingTime(stage, contest);
  return { ours, floor: await floorTime(stage, contest), loop: (await loopTime(stage, contest)) * (size / LOOPED) };
}

/** Random bets of random players, thousands per statement. */
export async function fill({ games, players }: Stage, contest: ContestView, size: number): Promise<void> {
  const at = new Date(games.clock.now()).toISOString();
  for (let left = size; left > 0; left -= 5_000) {
    const count = Math.min(5_000, left);
    await games.services.db.execute(sql`
      with b as materialized (
        select array_agg(${players[0]}::bigint + floor(random() * ${PLAYERS})::bigint) as players,
               array_agg(floor(random() * 13)::smallint) as selections
          from generate_series(1, ${count}::int))
      select count(*) from b, place_numbered_bets(players, array_fill(${contest.id}::bigint, array[${count}::int]), selections,
        array_fill(1000::bigint, array[${count}::int]), array_fill(null::uuid, array[${count}::int]),
        array_fill(${at}::timestamptz, array[${count}::int]))`);
  }
}

/** Ends the contest; milliseconds from its decision to its settlement. */
async function payingTime({ games }: Stage, contest: ContestView): Promise<number> {
  await games.moveTo(contest.closesAt);
  const { events } = games.services;
  let decidedAt = 0;
  const settled = new Promise<number>((resolve) => {
    const stop = events.on('contestChanged', ({ contestId, phase }) => {
      if (contestId !== String(contest.id)) return;
      if (phase === 'DECIDED') decidedAt = performance.now();
      if (phase === 'SETTLED') resolve(performance.now() - decidedAt);
      if (phase === 'SETTLED') stop();
    });
  });
  await games.moveTo(contest.endsAt);
  return settled;
}

/** Tables like those that settlement writes, with indexes and checks, but without triggers. */
async function makeFloor({ games }: Stage): Promise<void> {
  for (const table of ['bet_payouts', 'transfers', 'contest_results', 'notifications']) {
    await games.owner.execute(
      sql.raw(
        `create table floor_${table} (like ${table === 'transfers' ? 'transfers_0' : table} including all excluding identity)`,
      ),
    );
  }
  await games.owner.execute(sql`create table loop_payouts (like bet_payouts including indexes)`);
}

/** Milliseconds to insert and commit the same rows, prepared. */
async function floorTime({ games }: Stage, contest: ContestView): Promise<number> {
  const { owner: db } = games;
  await readyRows(db, contest);
  const began = performance.now();
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`insert into floor_bet_payouts select * from ready_bet_payouts`);
    await tx.execute(sql`insert into floor_transfers
      (debit_account_id, credit_account_id, amount, kind, reference_id, created_at) select * from ready_transfers`);
    await tx.execute(sql`insert into floor_contest_results select * from ready_contest_results`);
    await tx.execute(sql`insert into floor_notifications
      (user_id, kind, data, cause, created_at) select * from ready_notifications`);
  });
  return performance.now() - began;
}

/** The rows that paying the contest has written, in tables that are cheap to read. */
async function readyRows(db: Db, contest: ContestView): Promise<void> {
  const rows = {
    bet_payouts: sql`
      select p.* from bet_payouts p join bets b on b.id = p.bet_id where b.contest_id = ${contest.id}`,
    transfers: sql`
      select debit_account_id, credit_account_id, amount, kind, reference_id, created_at from transfers
       where kind = 'bet_payout' and reference_id in (select bet_id from ready_bet_payouts)`,
    contest_results: sql`select * from contest_results where contest_id = ${contest.id}`,
    notifications: sql`
      select user_id, kind, data, cause, created_at from notifications where cause = ${`contest:${contest.id}`}`,
  };
  for (const [table, written] of Object.entries(rows)) {
    const ready = sql.identifier(`ready_${table}`);
    await db.execute(sql`drop table if exists ${ready}`);
    await db.execute(sql`create unlogged table ${ready} as ${written}`);
    // Without statistics the planner was seen to compare each transfer with each payout.
    await db.execute(sql`analyze ${ready}`);
  }
}

/** Milliseconds for `LOOPED` bets of the contest, each read, its player locked, and settled in its own transaction. */
async function loopTime({ games }: Stage, contest: ContestView): Promise<number> {
  const { owner: db } = games;
  const rows = await rawQuery<{ id: bigint; playerId: bigint; payout: Paise }>(
    db,
    sql`select b.id, player_id as "playerId", coalesce(p.amount, 0)::bigint as payout
          from bets b left join bet_payouts p on p.bet_id = b.id
         where b.contest_id = ${contest.id} limit ${LOOPED}`,
  );
  const [cash] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.kind, 'cash'));
  if (!cash) throw new Error('there is no cash account');
  const began = performance.now();
  for (const { id, playerId, payout } of rows) {
    await inTransaction(db, async (tx) => {
      const [account] = await tx
        .select()
        .from(ledgerAccounts)
        .where(and(eq(ledgerAccounts.playerId, playerId), eq(ledgerAccounts.kind, 'player_available')))
        .for('no key update');
      if (!account) throw new Error('a player has no account');
      await tx.execute(sql`insert into loop_payouts (bet_id, amount) values (${id}, ${payout})`);
      if (payout === 0n) return;
      await tx.insert(transfers).values({
        debitAccountId: cash.id,
        creditAccountId: account.id,
        amount: payout,
        kind: 'bet_stake',
        referenceId: id,
        createdAt: new Date(games.clock.now()),
      });
    });
  }
  return (performance.now() - began) * (LOOPED / rows.length);
}

async function whileBetting({ repetitions, say }: Bench, stage: Stage): Promise<Finding[]> {
  say('paying the largest contest while others bet');
  const runs = await interleave(repetitions, { busy: () => betsDuringPaying(stage) });
  const { busy } = runs;
  return [
    atLeast(
      'bets/s while 100,000 bets are paid, against idle',
      median(busy.map(({ busy, idle }) => busy.rate / idle.rate)),
      0.85,
    ),
    atMost('99 % of those bets placed within', median(busy.map(({ busy }) => busy.p99)), 20, 'ms'),
    measured('99 % of the bets when idle', median(busy.map(({ idle }) => idle.p99)), 'ms'),
    measured('100,000 bets: paid meanwhile in', median(busy.map(({ took }) => took)), 'ms'),
  ];
}

interface Stretch {
  rate: number;
  p99: number;
}

async function betsDuringPaying(stage: Stage): Promise<{ idle: Stretch; busy: Stretch; took: number }> {
  const { games } = stage;
  // All three games begin together here, so the long round takes bets while the short one is paid.
  const open = await nextContest(games, 'sapreThree');
  const paid = await currentContest(games, 'sapreHalf');
  await fill(stage, paid, LARGEST);
  await games.moveTo(paid.closesAt);

  const { events, log } = games.services;
  const batcher = new BetBatcher({ address: stage.database.app.address, events, log, lanes: 2 });
  // As in a server, where settlement considers how many bets wait.
  const { bets: none } = games.services;
  games.services.bets = batcher;
  const answered: { at: number; latency: number }[] = [];
  const over = new AbortController();
  const loops = Array.from({ length: AT_A_TIME }, async () => {
    while (!over.signal.aborted) {
      const began = performance.now();
      const ctx = requestOf(stage, pick(stage.players), { bets: batcher });
      await placeBet(ctx, { gameId: open.gameId, selection: draw(13), amount: 1_000n as Paise });
      answered.push({ at: performance.now(), latency: performance.now() - began });
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 1_000 + IDLE_SECONDS * 1_000));
  const idleUntil = performance.now();
  const took = await payingTime(stage, paid);
  const busyUntil = performance.now();
  over.abort();
  await Promise.all(loops);
  await batcher.stop();
  games.services.bets = none;
  const stretch = (from: number, to: number): Stretch => {
    const within = answered.filter(({ at }) => at >= from && at < to).map(({ latency }) => latency);
    return { rate: within.length / ((to - from) / 1_000), p99: percentile(within, 0.99) };
  };
  return {
    idle: stretch(idleUntil - IDLE_SECONDS * 1_000, idleUntil),
    busy: stretch(busyUntil - took, busyUntil),
    took,
  };
}
