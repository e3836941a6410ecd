import { hostileDocuments } from '../support/hostileDocuments.ts';
import { getIntrospectionQuery } from 'graphql';
import type { LegalDocument } from '../support/legalDocuments.ts';
import type { HeldServerAnswer, HeldServerRequest, HeldServerSetup } from './heldServer.ts';
import { type Asking, legalWorld } from './legalWorld.ts';
import { median } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { type OwnProcess, startProcess } from './processes.ts';
import { atMost, type Finding, measured } from './report.ts';

/** Linux counts CPU time in ticks of 10 ms. */
const LEAST_CPU_MS = 60;
/** Of those that seem dear. */
const ENOUGH_CPU_MS = 200;
const MOST_SENDS = 64;
/** Of each kind of caller: so many that are dear, and so many of the others, from all over the schema. */
const DEAR_POINTS = 3;
const DEAR_DOCUMENTS = 130;
const CHEAP_DOCUMENTS = 30;
const LEAST_DOCUMENTS = 300;
/** So many are measured again, and so often. */
const DEAREST = 60;
const TIMES_AGAIN = 3;
const FACTOR = 4;
const HELD_MS = 25;
const HOSTILE_SIZES = [4_000, 60_000];

interface Measured {
  readonly name: string;
  readonly points: number;
  /** Of server and database together, in milliseconds, for one point. */
  readonly msEach: number;
}

export const points: BenchPart = {
  name: 'points',
  about:
    'Documents that the limits allow, made from the schema: every field of objects and lists with the largest pages, in pages, ' +
    'nested and under aliases, of callers without a session, players and owners, on lists of more than a page. CPU of server and ' +
    'PostgreSQL together for each point that a document costs, repeated until it can be measured; the dearest are measured ' +
    'again, and the smaller figure counts. A document may return less than it is charged for, as a list that is short, so there is no goal ' +
    'for the cheapest, and those whose field gives nothing at all are left out. Then how long one document, of these and of those made to keep a server busy, holds the ' +
    'event loop, in CPU time.',
  async run(bench) {
    const database = await bench.postgres.createDatabase('points');
    const setup: HeldServerSetup = { address: database.address, clock: 'manual', env: {} };
    const server = await startProcess('./heldServer.ts', setup);
    try {
      bench.say('filling lists');
      const asking: Asking[] = [];
      for (const each of await legalWorld({ server, database })) asking.push(chosen(await answered(server, each)));
      const found = await costs(bench, server, asking);
      return [...found, ...(await holds(bench, server, asking))];
    } finally {
      await server.stop();
      await database.close();
    }
  },
};

/** Without the documents whose field is refused or gives nothing here, as an empty list: they cost what they might have given. */
async function answered(server: OwnProcess, { documents, ...caller }: Asking): Promise<Asking> {
  const given: LegalDocument[] = [];
  for (const document of documents) {
    const answer = JSON.parse(await send(server, { query: document.query, token: caller.token })) as Answer;
    if (!answer.errors && isGiven(answer.data, document.field)) given.push(document);
  }
  return { ...caller, documents: given };
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: unknown;
}

/** Whether a field, or an alias of it, is anywhere in an answer, and not empty. */
function isGiven(value: unknown, field: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, each]) => ((key === field || /^a\d+$/.test(key)) && isSome(each)) || isGiven(each, field),
  );
}

/** Of a connection, its edges decide. */
function isSome(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== null;
  if ('edges' in value) return isSome(value.edges);
  return Object.entries(value).some(([key, each]) => key !== '__typename' && isSome(each));
}

function chosen({ documents, ...caller }: Asking): Asking {
  const dear = documents.filter((each) => each.points >= DEAR_POINTS);
  const cheap = documents.filter((each) => each.points < DEAR_POINTS);
  return { ...caller, documents: [...evenly(dear, DEAR_DOCUMENTS), ...evenly(cheap, CHEAP_DOCUMENTS)] };
}

/** As many of them, at equal distances. */
function evenly<Item>(items: readonly Item[], count: number): Item[] {
  const every = Math.max(1, items.length / count);
  return items.filter((_, at) => Math.floor(at / every) !== Math.floor((at - 1) / every));
}

async function costs(bench: Bench, server: OwnProcess, asking: readonly Asking[]): Promise<Finding[]> {
  const all: Repeatable[] = [];
  for (const { who, token, documents } of asking) {
    bench.say(`${documents.length} documents of a ${who}`);
    const cost = async ({ name, query, points: each }: LegalDocument, leastMs: number): Promise<Measured> => {
      const ms = await cpuOf(bench, server, { query, token }, leastMs);
      return { name: `${who}: ${name}`, points: each, msEach: ms / each };
    };
    for (const document of documents) {
      all.push({ ...(await cost(document, LEAST_CPU_MS)), again: () => cost(document, ENOUGH_CPU_MS) });
    }
  }
  await measureAgain(all);
  if (all.length < LEAST_DOCUMENTS) throw new Error(`only ${all.length} documents were answered`);
  const sorted = all.toSorted((one, other) => other.msEach - one.msEach);
  const middle = median(all.map(({ msEach }) => msEach));
  const named = ({ name, points: each }: Measured) => `${name}, ${each.toFixed(1)} points`;
  return [
    measured('documents', all.length, ''),
    measured('CPU of a point, the median', middle, 'ms'),
    ...sorted
      .slice(0, 1)
      .map((each) =>
        atMost(`CPU of a point, the dearest (${named(each)}), against the median`, each.msEach / middle, FACTOR, '×'),
      ),
    ...sorted.slice(1, 4).map((each) => measured(`the next (${named(each)})`, each.msEach / middle, '×')),
    measured('a tenth of the documents is above', (sorted[Math.floor(sorted.length / 10)]?.msEach ?? 0) / middle, '×'),
    measured('a tenth of the documents is below', (sorted[Math.floor(sorted.length * 0.9)]?.msEach ?? 0) / middle, '×'),
  ];
}

type Repeatable = Measured & { msEach: number; readonly again: () => Promise<Measured> };

/**
 * Measures the dearest again, when the others are done: what server and database do besides, such as an automatic vacuum, falls on
 * whichever document is measured meanwhile. The smallest figure counts.
 */
async function measureAgain(all: Repeatable[]): Promise<void> {
  const dearest = all.toSorted((one, other) => other.msEach - one.msEach).slice(0, DEAREST);
  for (let time = 0; time < TIMES_AGAIN; time += 1) {
    for (const each of dearest) {
      const { msEach } = await each.again();
      each.msEach = Math.min(each.msEach, msEach);
    }
  }
}

async function holds(bench: Bench, server: OwnProcess, asking: readonly Asking[]): Promise<Finding[]> {
  bench.say('how long they hold the event loop');
  const hostile = HOSTILE_SIZES.flatMap(hostileDocuments).map(({ name, query }) => ({ name, query, token: undefined }));
  const legal = asking.flatMap(({ who, token, documents }) =>
    documents
      .filter((each) => each.points >= DEAR_POINTS)
      .map(({ name, query }) => ({ name: `${who}: ${name}`, query, token })),
  );
  const described = { name: 'the description of the schema', query: getIntrospectionQuery(), token: undefined };
  const held: { name: string; ms: number }[] = [];
  let sent = 0;
  for (const { name, query, token } of [described, ...legal, ...hostile]) {
    const times: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      await server.ask({ action: 'watch' } satisfies HeldServerRequest);
      // A text that the server doesn't know.
      await send(server, { query: `${query} #${(sent += 1)}`, token });
      times.push((await server.ask<HeldServerAnswer>({ action: 'held' } satisfies HeldServerRequest)).heldMs);
    }
    held.push({ name, ms: median(times) });
  }
  const [first, ...others] = held.toSorted((one, other) => other.ms - one.ms);
  if (!first) throw new Error('no document was sent');
  return [
    atMost(`the event loop is held longest (${first.name})`, first.ms, HELD_MS, 'ms'),
    ...others.slice(0, 3).map(({ name, ms }) => measured(`the next (${name})`, ms, 'ms')),
    measured('the event loop is held by the median document', median(held.map(({ ms }) => ms)), 'ms'),
  ];
}

/** Milliseconds of CPU for one call of a known document. */
async function cpuOf(
  bench: Bench,
  server: OwnProcess,
  call: { query: string; token: string | undefined },
  leastMs: number,
): Promise<number> {
  await send(server, call);
  const used = () => (server.cpuMicroseconds() + bench.postgres.cpuMicroseconds()) / 1_000;
  const before = used();
  for (let sent = 1; ; sent += 1) {
    await send(server, call);
    const spent = used() - before;
    if (spent >= leastMs || sent === MOST_SENDS) return spent / sent;
  }
}

/** The text of the answer, over a connection that is kept open, as clients do. */
async function send(
  server: OwnProcess,
  { query, token }: { query: string; token: string | undefined },
): Promise<string> {
  const request = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // Such answers are not given from text.
      'x-query-cost': '1',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query }),
  };
  // The server may close a connection in the moment in which it is used again: queries are sent once more.
  const ask = () => fetch(`${server.ready.url}/graphql`, request);
  const response = await ask().catch(ask);
  return response.text();
}
