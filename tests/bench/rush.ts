import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { WebSocket } from 'ws';
import { rawQuery } from '../../db/client.ts';
import { type Slot, slotAt } from '../../server/domain/contests/gameTypes.ts';
import type { TestDatabase } from '../support/database.ts';
import { openDomain } from '../support/domain.ts';
import { runStatement } from '../support/postgres.ts';
import { startTestBeacon, type TestBeacon } from '../support/testBeacon.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { operations, PLACE_BET } from './endToEnd.ts';
import type { Bench, BenchPart } from './part.ts';
import { type OwnProcess, startProcess } from './processes.ts';
import { atLeastPercent, atMost, type Finding, measured } from './report.ts';
import type { RushMessage, RushOrder, RushOutcome } from './rushClient.ts';
import type { RushServerSetup } from './rushServer.ts';
import { givenTokens, TOKEN_SECRET } from './tokens.ts';

const PLAYERS = 5_000;
const LATE = 100;
const MINUTE = 60_000;
/** What arrives later may be late by the server's clock, or be read from its socket after the closing. */
const MARGIN_MS = 50;
/** What a server, its clients' connections and their tokens take to be made before the last second. */
const PREPARING_MS = 20_000;
const GAME = 'sapreHalf';
/** Of rounds of version 2, whose beacon's value appears after the end (server/domain/contests/draw.md#the-draw). */
const DECIDED_WITHIN_MS = 3_000;

interface Stage {
  bench: Bench;
  database: TestDatabase;
  beacon: TestBeacon;
  players: bigint[];
}

/** `rounds`: of each API. */
export function rush(rounds: number): BenchPart {
  return {
    name: 'rush',
    about:
      `${PLAYERS.toLocaleString('en')} players, one bet each, spread over the last second before a round of 30 seconds closes, in ` +
      'real time; their tokens are a minute old, and each round has a server that has just started and has answered no call. ' +
      `${rounds} rounds of each API on one server, then on three. In time is what was sent ${MARGIN_MS} ms before the closing; ` +
      `${LATE} further bets are sent after it. The worst round of each.`,
    async run(bench) {
      const stage = await openStage(bench);
      try {
        const findings: Finding[] = [];
        for (const servers of [1, 3]) {
          for (const api of apis) {
            const results: Rush[] = [];
            for (let round = 0; round < rounds; round += 1) results.push(await oneRush(stage, api, servers));
            findings.push(...report(`${api.name}, ${servers === 1 ? 'one server' : 'three servers'}`, results));
          }
        }
        return findings;
      } finally {
        await stage.beacon.stop();
        await stage.database.close();
      }
    },
  };
}

async function openStage(bench: Bench): Promise<Stage> {
  const database = await bench.postgres.createDatabase('rush');
  // The only part by the real clock of the database.
  await runStatement(database.address, readFileSync(new URL('../../db/functions/db_now.sql', import.meta.url), 'utf8'));
  const domain = openDomain(database, new Date().toISOString());
  const players = await givenPlayers(domain, PLAYERS + LATE, { rupees: 1_000_000 });
  await domain.owner.execute(sql`vacuum analyze`);
  return { bench, database, beacon: await startTestBeacon({ now: () => Date.now() }), players };
}

interface Api extends Pick<RushOrder, 'transport' | 'path'> {
  name: string;
  bodies(gameId: string, count: number): string[];
}

const numbers = (count: number) => Array.from({ length: count }, (_, player) => player % 10);
const graphqlBodies: Api['bodies'] = (gameId, count) =>
  operations(
    PLACE_BET,
    numbers(count).map((number) => ({
      gameId,
      selection: { number },
      amount: '10.00',
      idempotencyKey: randomUUID(),
    })),
  );

const apis: readonly Api[] = [
  {
    name: 'REST',
    transport: 'http',
    path: '/sapre/placeBet',
    bodies: (gameId, count) =>
      numbers(count).map((betValue) => JSON.stringify({ gameId, amount: 10, betType: 'number', betValue })),
  },
  { name: 'GraphQL', transport: 'http', path: '/graphql', bodies: graphqlBodies },
  { name: 'GraphQL over sockets', transport: 'sockets', path: '/graphql', bodies: graphqlBodies },
];

/** What happened in one round, in milliseconds where not said otherwise. */
interface Rush {
  /** Percent of the bets in time. */
  placed: number;
  latePlaced: number;
  failed: number;
  /** Of those in time. */
  refused: number;
  lastAnswer: number;
  closed: number;
  decided: number;
  settled: number;
  /** Whether the bets of the database are those whose players were answered. */
  booked: boolean;
}

async function oneRush(stage: Stage, api: Api, count: number): Promise<Rush> {
  const { bench, database, players } = stage;
  const slot = await slotToCome();
  const servers = await Promise.all(Array.from({ length: count }, () => startRushServer(stage)));
  const urls = servers.map(({ ready }) => ready.url);
  const phases = watchPhases(urls[0] as string);
  try {
    const tokens = await givenTokens(database, players, Date.now() - MINUTE);
    const order: RushOrder = {
      urls,
      tokens,
      transport: api.transport,
      path: api.path,
      closesAt: slot.closesAt,
      late: LATE,
      bodies: api.bodies(slot.gameId, tokens.length),
    };
    const outcomes = await sendRush(order);
    const settledAt = await phases.reached('SETTLED', slot);
    const inTime = outcomes.filter(({ before }) => before >= MARGIN_MS);
    const placed = outcomes.filter(({ outcome }) => outcome === 'placed');
    const result: Rush = {
      placed: (inTime.filter(({ outcome }) => outcome === 'placed').length / inTime.length) * 100,
      latePlaced: placed.filter(({ before }) => before < 0).length,
      failed: outcomes.filter(({ outcome }) => outcome === 'failed' || outcome === 'unanswered').length,
      refused: inTime.filter(({ outcome }) => outcome === 'crowdedOut' || outcome === 'closed').length,
      lastAnswer: Math.max(...outcomes.map(({ answeredAfter }) => answeredAfter ?? 0)),
      closed: (await phases.reached('CLOSED', slot)) - slot.closesAt,
      decided: (await phases.reached('DECIDED', slot)) - slot.endsAt,
      settled: settledAt - slot.endsAt,
      booked: (await betsOf(database, slot)) === placed.length,
    };
    bench.say(`${api.name}, ${count}: ${JSON.stringify(result)}`);
    return result;
  } finally {
    phases.stop();
    await Promise.all(servers.map(({ stop }) => stop()));
  }
}

/** The next slot whose closing leaves enough time to prepare. */
async function slotToCome(): Promise<Slot> {
  for (;;) {
    const slot = slotAt(GAME, Date.now());
    if (slot.closesAt - Date.now() >= PREPARING_MS) return slot;
    await delay(slot.endsAt - Date.now() + 1);
  }
}

function startRushServer({ database, beacon }: Stage): Promise<OwnProcess> {
  const env = { TOKEN_SECRET, BEACON: `drand:${beacon.relays.join(',')}` };
  return startProcess('./rushServer.ts', { address: database.address, env } satisfies RushServerSetup);
}

const CLIENT = fileURLToPath(new URL('./rushClient.ts', import.meta.url));
const RUN = fileURLToPath(new URL('../../server/build/run.mjs', import.meta.url));

function sendRush(order: RushOrder): Promise<RushOutcome[]> {
  const client: ChildProcess = fork(RUN, [CLIENT], { execArgv: ['--max-semi-space-size=64'] });
  client.send(order);
  return new Promise((resolve, reject) => {
    client.on('message', (message: RushMessage) => {
      if (message.phase === 'ready' && Date.now() > order.closesAt - 1_000) {
        reject(new Error('the load generator was ready too late: this machine is too busy'));
        client.kill();
      }
      if (message.phase === 'failed') reject(new Error(message.reason));
      if (message.phase !== 'done') return;
      if (message.failure !== null) console.log(`  a bet failed: ${message.failure}`);
      resolve(message.outcomes);
    });
    client.once('exit', () => reject(new Error('the load generator ended early')));
  });
}

interface Phases {
  /** When clients were told, in milliseconds since the epoch. */
  reached(phase: string, slot: Slot): Promise<number>;
  stop(): void;
}

const PHASES = 'subscription { contestChanged(gameType: SAPRE_HALF) { phase contest { gameId } } }';
/** A round is decided 5 s after its closing, and under a beacon at most a minute after its end. */
const PHASE_PATIENCE_MS = 75_000;

function watchPhases(url: string): Phases {
  const seen = new Map<string, number>();
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  socket.on('open', () => socket.send('{"type":"connection_init"}'));
  socket.on('message', (data: Buffer) => {
    const { type, payload } = JSON.parse(data.toString()) as {
      type: string;
      payload?: { data?: { contestChanged?: { phase: string; contest: { gameId: string } } } };
    };
    if (type === 'connection_ack') {
      socket.send(JSON.stringify({ id: 'phases', type: 'subscribe', payload: { query: PHASES } }));
    }
    const change = payload?.data?.contestChanged;
    if (change) seen.set(`${change.contest.gameId} ${change.phase}`, Date.now());
  });
  return {
    async reached(phase, { gameId }) {
      for (const until = Date.now() + PHASE_PATIENCE_MS; Date.now() < until; await delay(20)) {
        const at = seen.get(`${gameId} ${phase}`);
        if (at !== undefined) return at;
      }
      throw new Error(`${gameId} has not reached ${phase}`);
    },
    stop: () => socket.terminate(),
  };
}

async function betsOf({ db }: TestDatabase, { gameId }: Slot): Promise<number> {
  const [row] = await rawQuery<{ bets: number }>(
    db,
    sql`select count(*)::int as bets from bets b join contests c on c.id = b.contest_id where c.game_id = ${gameId}`,
  );
  return row?.bets ?? Number.NaN;
}

function report(name: string, rushes: readonly Rush[]): Finding[] {
  const worst = (figure: (one: Rush) => number) => Math.max(...rushes.map(figure));
  const sum = (figure: (one: Rush) => number) => rushes.reduce((total, one) => total + figure(one), 0);
  return [
    atLeastPercent(`${name}: placed of the bets in time`, Math.min(...rushes.map(({ placed }) => placed)), 99),
    atMost(
      `${name}: late bets placed, all rounds`,
      sum(({ latePlaced }) => latePlaced),
      0,
      'bets',
    ),
    atMost(
      `${name}: bets that failed or got no answer, all rounds`,
      sum(({ failed }) => failed),
      0,
      'bets',
    ),
    atMost(
      `${name}: rounds whose bets are not those that were answered`,
      sum(({ booked }) => (booked ? 0 : 1)),
      0,
      'rounds',
    ),
    atMost(
      `${name}: clients hear of the closing after`,
      worst(({ closed }) => closed),
      2_000,
      'ms',
    ),
    atMost(
      `${name}: clients hear of the decision after the end`,
      worst(({ decided }) => decided),
      DECIDED_WITHIN_MS,
      'ms',
    ),
    measured(
      `${name}: paid after the end`,
      worst(({ settled }) => settled),
      'ms',
    ),
    measured(
      `${name}: the last bet is answered after the closing`,
      worst(({ lastAnswer }) => lastAnswer),
      'ms',
    ),
    measured(
      `${name}: refused though in time, all rounds`,
      sum(({ refused }) => refused),
      'bets',
    ),
  ];
}
