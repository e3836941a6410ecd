import { sql } from 'drizzle-orm';
import { rawQuery } from '../../db/client.ts';
import type { Paise } from '../../db/columns.ts';
import { BetBatcher } from '../../server/domain/bets/betBatcher.ts';
import { placeBet } from '../../server/domain/bets/placeBet.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { openDomain } from '../support/domain.ts';
import { currentContest, nextContest } from '../support/rounds.ts';
import { TEST_START } from '../support/server.ts';
import { tamper } from '../support/tamper.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { load, openContests, operations, PLACE_BET } from './endToEnd.ts';
import { interleave, median, ratioOf } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { startProcess } from './processes.ts';
import { receiptCost } from './receiptCost.ts';
import { atLeast, atMost, type Finding, measured } from './report.ts';
import { fill } from './settlement.ts';
import { processCpuMicroseconds } from './server.ts';
import { draw, openStage, pick, requestOf, type Stage } from './stage.ts';
import { givenTokens, TOKEN_SECRET } from './tokens.ts';

const BETS = 100_000;
const AT_A_TIME = 256;
const PLAYERS = 2_000;
const SECONDS = 4;
const POLL_MS = 10;
const LATEST_MS = 60_000;

const selecting = (fields: string) => PLACE_BET.replace('amount\n', `amount\n receipt { ${fields} }\n`);
const WITH_RECEIPT = selecting('encoded');
const WITH_FIELDS = selecting('gameId number uid salt leaf place path note');

export const proofs: BenchPart = {
  name: 'proofs',
  about:
    'What a round under version 2 of the draw needs more: bets over GraphQL and HTTP, 256 at a time, that select the ' +
    'receipt, as one line or field by field, beside the same without; and the root of a round of 100,000 bets, from its closing until it is public, while ' +
    'others bet, 256 at a time.',
  async run(bench) {
    return [...(await receipts(bench)), ...(await roots(bench))];
  },
};

async function receipts(bench: Bench): Promise<Finding[]> {
  const database = await bench.postgres.createDatabase('receipts');
  const server = await startProcess('../support/serverChild.ts', {
    address: database.address,
    clock: 'manual',
    env: { TOKEN_SECRET },
  });
  try {
    const domain = openDomain(database, new Date(TEST_START).toISOString());
    const contests = await openContests(domain);
    // As if they had opened while the beacon was reachable.
    await tamper(
      database,
      `update contests set draw_version = 2, beacon_round = 1;
       insert into contest_secrets (contest_id, salt_secret) select id, sha256('secret') from contests`,
    );
    const players = await givenPlayers(domain, PLAYERS, { rupees: 10_000_000 });
    const tokens = await givenTokens(database, players);
    const inputs = contests.flatMap(({ gameId }) =>
      Array.from({ length: 10 }, (_, number) => ({
        gameId,
        selection: { number },
        amount: '10.00',
        idempotencyKey: 'KEY',
      })),
    );
    const order = { tokens, concurrency: AT_A_TIME, seconds: SECONDS, transport: 'http' as const, path: '/graphql' };
    const run = (query: string, expected: string) =>
      load(bench, server, { ...order, bodies: operations(query, inputs), expected });
    const { plain, receipt, fields } = await interleave(bench.repetitions, {
      plain: () => run(PLACE_BET, 'PlaceBetPayload'),
      receipt: () => run(WITH_RECEIPT, 'colour-receipts/1'),
      fields: () => run(WITH_FIELDS, 'colour-receipts/1'),
    });
    const column = (runs: typeof plain, name: 'rate' | 'serverCpu') => runs.map((one) => one[name]);
    const against = (runs: typeof plain, name: 'rate' | 'serverCpu') =>
      ratioOf(column(runs, name), column(plain, name));
    return [
      atLeast('bets/s over HTTP with the receipt of each, against without', against(receipt, 'rate'), 0.97),
      measured('the same with the receipt field by field', against(fields, 'rate'), '×'),
      measured(
        'CPU of the server per bet with the receipt of each, against without',
        against(receipt, 'serverCpu'),
        '×',
      ),
      measured('the same with the receipt field by field', against(fields, 'serverCpu'), '×'),
      measured('CPU of the server per bet without', median(column(plain, 'serverCpu')), 'µs'),
    ];
  } finally {
    await server.stop();
    await database.close();
  }
}

async function roots(bench: Bench): Promise<Finding[]> {
  const stage = await openStage(bench.postgres, 'roots', { beacon: true });
  try {
    const { root } = await interleave(bench.repetitions, { root: () => rootWhileBetting(stage) });
    const name = `the root of ${BETS.toLocaleString('en')} bets`;
    return [
      ...(await receiptCost(stage, bench.repetitions)),
      atMost(`${name} public after its closing`, median(root.map(({ ms }) => ms)), 2_000, 'ms'),
      atMost(`CPU of PostgreSQL for ${name}`, median(root.map(({ cpuMs }) => cpuMs)), 1_000, 'ms'),
    ];
  } finally {
    await stage.close();
  }
}

/** Milliseconds from the closing until the root can be read, and of PostgreSQL's CPU time to compute it. */
async function rootWhileBetting(stage: Stage): Promise<{ ms: number; cpuMs: number }> {
  const { games } = stage;
  // All three games begin together here, so the long round takes bets while the short one closes.
  games.clock.set(slotAt('sapreThree', games.clock.now()).endsAt - 1);
  await games.services.beacon?.probe(new AbortController().signal);
  const open = await nextContest(games, 'sapreThree');
  const closing = await currentContest(games, 'sapreHalf');
  if (closing.drawVersion !== 'colour-pf/2') throw new Error('the round has no root');
  await fill(stage, closing, BETS);
  const { events, log } = games.services;
  const batcher = new BetBatcher({ address: stage.database.app.address, events, log, lanes: 2 });
  const over = new AbortController();
  const loops = Array.from({ length: AT_A_TIME }, async () => {
    while (!over.signal.aborted) {
      const ctx = requestOf(stage, pick(stage.players), { bets: batcher });
      await placeBet(ctx, { gameId: open.gameId, selection: draw(13), amount: 1_000n as Paise });
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const began = performance.now();
  const closed = games.moveTo(closing.closesAt);
  const ms = (await untilRoot(stage, closing.id)) - began;
  await closed;
  over.abort();
  await Promise.all(loops);
  await batcher.stop();
  return { ms, cpuMs: await cpuOfRoot(stage, closing.id) };
}

async function cpuOfRoot({ database }: Stage, contestId: bigint): Promise<number> {
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const cpu = () => processCpuMicroseconds(rows[0]?.pid ?? 0);
    const before = cpu();
    await client.query('select bets_root_of($1)', [contestId]);
    return (cpu() - before) / 1_000;
  } finally {
    client.release();
  }
}

async function untilRoot({ games }: Stage, contestId: bigint): Promise<number> {
  const latest = performance.now() + LATEST_MS;
  for (;;) {
    if (performance.now() > latest) throw new Error('the root is not out');
    const [row] = await rawQuery<{ isOut: boolean }>(
      games.owner,
      sql`select bets_root is not null as "isOut" from contests where id = ${contestId}`,
    );
    if (row?.isOut === true) return performance.now();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
