import { Agent, request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { percentile } from '../../server/load/percentile.ts';
import type { LegalDocument } from '../support/legalDocuments.ts';
import { executeAt } from '../support/execute.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';
import type { HeldServerAnswer, HeldServerRequest, HeldServerSetup } from './heldServer.ts';
import { legalWorld } from './legalWorld.ts';
import type { Bench, BenchPart } from './part.ts';
import { type OwnProcess, startProcess } from './processes.ts';
import { atMost, type Finding, measured } from './report.ts';
import type { TestDatabase } from '../support/database.ts';

const ADDRESSES = 10;
const CONNECTIONS_EACH = 5;
const ATTACK_MS = 60_000;
const QUIET_MS = 20_000;
/** The dearest of those that the limits allow, which are asked in turn. */
const DOCUMENTS = 20;
const PAUSE_BETWEEN_BETS_MS = 50;
const DECIDED_WITHIN_MS = 250;
const READY_EVERY_MS = 1_000;

export const strangers: BenchPart = {
  name: 'strangers',
  about:
    'For a minute 50 connections from 10 addresses ask the dearest documents that callers without a session may ask, each again as soon ' +
    'as it is answered. Meanwhile rounds end by the clock, and a player bets 20 times a second at most, over a connection of their own, ' +
    'as in the time before, which is quiet. Server, PostgreSQL and clients share the machine.',
  async run(bench) {
    const database = await bench.postgres.createDatabase('strangers');
    const setup: HeldServerSetup = { address: database.address, clock: 'moving', env: { RATE_LIMIT: '3000' } };
    const server = await startProcess('./heldServer.ts', setup);
    try {
      return await measure(bench, server, database);
    } finally {
      await server.stop();
      await database.close();
    }
  },
};

async function measure(bench: Bench, server: OwnProcess, database: TestDatabase): Promise<Finding[]> {
  bench.say('filling lists');
  const [stranger] = await legalWorld({ server, database });
  const dearest = (stranger?.documents ?? []).toSorted((one, other) => other.points - one.points).slice(0, DOCUMENTS);
  const player = await givenPlayer({ url: server.ready.url, database }, { rupees: 100_000 });
  bench.say('quiet');
  const quiet = await betsDuring(server, player, QUIET_MS);
  bench.say('attacked');
  const began = await now(server);
  const ready = watchReadiness(server, ATTACK_MS);
  const attack = Promise.all(
    Array.from({ length: ADDRESSES * CONNECTIONS_EACH }, (_, at) => askAll(server, dearest, at)),
  );
  const bets = await betsDuring(server, player, ATTACK_MS);
  const asked = (await attack).flat();
  const late = await decidedLate(database, began, await now(server));
  const refused = asked.filter(({ status }) => status === 429);
  const [p95, quietP95] = [percentile(bets, 0.95), percentile(quiet, 0.95)];
  return [
    atMost('rounds decided after their end, the latest', Math.max(...late), DECIDED_WITHIN_MS, 'ms'),
    measured('rounds that ended meanwhile', late.length, ''),
    atMost('bets answered within (95 %)', p95, Math.round(2 * quietP95 + 50), 'ms'),
    measured('bets answered within (95 %) in peace', quietP95, 'ms'),
    atMost('answers of /readyz other than 200', (await ready).filter((status) => status !== 200).length, 0, ''),
    atMost('refusals without the right Retry-After', asked.filter(({ isRight }) => !isRight).length, 0, ''),
    measured('documents answered', asked.filter(({ status }) => status === 200).length, ''),
    measured('documents refused with 429', refused.length, ''),
    measured('documents refused with 503', asked.filter(({ status }) => status === 503).length, ''),
    atMost('answers of any other kind', asked.filter(({ status }) => ![200, 429, 503].includes(status)).length, 0, ''),
  ];
}

async function now(server: OwnProcess): Promise<number> {
  return (await server.ask<HeldServerAnswer>({ action: 'held' } satisfies HeldServerRequest)).now;
}

interface Asked {
  readonly status: number;
  /** Not refused, or told when to retry as the budget says. */
  readonly isRight: boolean;
}

/** One connection, from one of the addresses, which asks again as soon as it is answered. */
async function askAll(server: OwnProcess, documents: readonly LegalDocument[], at: number): Promise<Asked[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.2.${1 + (at % ADDRESSES)}` });
  const until = performance.now() + ATTACK_MS;
  const asked: Asked[] = [];
  try {
    for (let turn = at; performance.now() < until; turn += 1) {
      const query = documents[turn % documents.length]?.query ?? '';
      const answer = await post(`${server.ready.url}/graphql`, { query }, { agent });
      asked.push({ status: answer.status, isRight: answer.status === 200 || isRightRefusal(answer) });
      // A refusal takes no time: without a pause the clients would take the machine that is measured.
      if (answer.status !== 200) await pause(20);
    }
  } finally {
    agent.destroy();
  }
  return asked;
}

interface Answered {
  readonly status: number;
  readonly retryAfter: number;
  readonly body: string;
}

/** A bucket refills continuously, so a refusal’s wait is that until it has what was asked for; a busy server tells a second or more. */
function isRightRefusal({ status, retryAfter, body }: Answered): boolean {
  if (status !== 429) return retryAfter >= 1;
  const { extensions } = JSON.parse(body) as {
    extensions?: { cost?: { requested: number; remaining: number; restorePerSecond: number } };
  };
  if (!extensions?.cost) return false;
  const { requested, remaining, restorePerSecond } = extensions.cost;
  // What is left was rounded.
  return Math.abs(retryAfter - Math.ceil((requested - remaining) / restorePerSecond)) <= 1;
}

/** Milliseconds of each bet. */
async function betsDuring(server: OwnProcess, player: Person, ms: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${player.accessToken}` };
  const ask = executeAt(server.ready.url, player.accessToken);
  const until = performance.now() + ms;
  const times: number[] = [];
  /** There is none for a moment between two. */
  const gameOf = async (): Promise<string> => {
    const { activeContest } = await ask('{ activeContest(gameType: SAPRE_THREE) { gameId } }');
    if (activeContest) return activeContest.gameId as string;
    await pause(PAUSE_BETWEEN_BETS_MS);
    return performance.now() < until ? gameOf() : '';
  };
  let gameId = await gameOf();
  try {
    while (performance.now() < until) {
      const input = { gameId, selection: { number: 7 }, amount: '10.00', idempotencyKey: randomUUID() };
      const query = 'mutation ($input: PlaceBetInput!) { placeBet(input: $input) { __typename } }';
      const began = performance.now();
      const { status, body } = await post(
        `${server.ready.url}/graphql`,
        { query, variables: { input } },
        { agent, headers },
      );
      if (status !== 200) throw new Error(`a bet was answered ${status} ${body}`);
      if (body.includes('PlaceBetPayload')) times.push(performance.now() - began);
      else {
        // Betting is closed.
        await pause(1_000);
        gameId = await gameOf();
      }
      await pause(PAUSE_BETWEEN_BETS_MS);
    }
  } finally {
    agent.destroy();
  }
  return times;
}

async function watchReadiness(server: OwnProcess, ms: number): Promise<number[]> {
  const until = performance.now() + ms;
  const found: number[] = [];
  while (performance.now() < until) {
    const response = await fetch(`${server.ready.url}/readyz`);
    await response.arrayBuffer();
    found.push(response.status);
    await pause(READY_EVERY_MS);
  }
  return found;
}

/** Milliseconds from the end of each round between these instants to its decision. */
async function decidedLate({ pool }: TestDatabase, from: number, to: number): Promise<number[]> {
  const { rows } = await pool.query<{ late: number }>(
    `select (extract(epoch from coalesce(decided_at, $2) - ends_at) * 1000)::float8 as late from contests
      where ends_at between $1 and $2 - interval '1 second' and number > 0`,
    [new Date(from), new Date(to)],
  );
  return rows.map(({ late }) => late);
}

function post(
  url: string,
  body: object,
  { agent, headers = {} }: { agent: Agent; headers?: Record<string, string> },
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } });
    call.once('error', reject);
    call.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: Number(response.headers['retry-after'] ?? Number.NaN),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    call.end(JSON.stringify(body));
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
