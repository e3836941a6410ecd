import { startChildServer } from '../support/childServer.ts';
import { hostileDocuments } from '../support/hostileDocuments.ts';
import { rawSocket, type RawSocket } from '../support/rawSocket.ts';
import type { FanServerSetup } from './fanServer.ts';
import { heldByFiles } from './heldByFiles.ts';
import { median } from './measure.ts';
import type { Bench, BenchPart } from './part.ts';
import { startProcess } from './processes.ts';
import { atMost, type Finding, measured } from './report.ts';

const SIZES = [1_000, 4_000, 14_000, 60_000] as const;
/** Linux counts CPU time in ticks of 10 ms. */
const SENDS = 20;
const SUBSCRIPTIONS = 2_500;
const ADDRESSES = 13;
const SOCKETS_EACH = 4;
const ROUND_MS = 30_000;
/** Remaining time of a round from which on its end is awaited. */
const BEFORE_END_MS = 3_000;

export const hostile: BenchPart = {
  name: 'hostile',
  about:
    'Documents made to keep a server busy, of every kind of `hostileDocuments` and up to 60 kB, each text new to the ' +
    'server, answered over HTTP by a process of its own. Then rounds of 30 s while 2,500 differently spelled ' +
    'subscriptions of callers without a session, from 13 addresses, are open. Then the bank statements of `hostileStatements`, ' +
    'each sent for a preview, whose reader is a thread of its own: CPU time of the thread that answers calls.',
  async run(bench) {
    return [...(await worstDocuments(bench)), ...(await roundsUnderLoad(bench)), ...(await heldByFiles(bench))];
  },
};

async function worstDocuments(bench: Bench): Promise<Finding[]> {
  bench.say('documents');
  const database = await bench.postgres.createDatabase('hostile_documents');
  const server = await startProcess('./fanServer.ts', {
    kind: 'ours',
    address: database.address,
  } satisfies FanServerSetup);
  const costs = new Map<string, number>();
  try {
    const send = async (query: string, at: number) => {
      const response = await fetch(`${server.ready.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `${query} #${at}` }),
      });
      await response.arrayBuffer();
    };
    for (const { query } of SIZES.flatMap(hostileDocuments)) await send(query, SENDS);
    for (const size of SIZES) {
      for (const { name, query } of hostileDocuments(size)) {
        const before = server.cpuMicroseconds();
        for (let at = 0; at < SENDS; at += 1) await send(query, at);
        const each = (server.cpuMicroseconds() - before) / SENDS / 1_000;
        costs.set(`${name}, ${size.toLocaleString('en')} characters`, each);
      }
    }
  } finally {
    await server.stop();
    await database.close();
  }
  const [first, ...others] = [...costs].toSorted(([, a], [, b]) => b - a);
  if (!first) throw new Error('no document was measured');
  return [
    atMost(`CPU of the dearest document (${first[0]})`, first[1], 50, 'ms'),
    ...others.slice(0, 3).map(([name, cost]) => measured(`CPU of the next (${name})`, cost, 'ms')),
    measured('CPU of the median document', median([...costs.values()]), 'ms'),
  ];
}

/** Of every two subscriptions one selects different fields, the other differs in names and whitespace only. */
function spelled(at: number): string {
  const fields = at % 2 === 0 ? `a${at}: state gameId` : `state${' '.repeat(at)}gameId`;
  return `subscription Rounds${at} { contestChanged(gameType: SAPRE_HALF) { phase contest { ${fields} } } }`;
}

async function roundsUnderLoad(bench: Bench): Promise<Finding[]> {
  bench.say(`${SUBSCRIPTIONS.toLocaleString('en')} subscriptions`);
  const database = await bench.postgres.createDatabase('hostile_rounds');
  const server = await startChildServer({ database, clock: 'moving', env: { RATE_LIMIT: '3000' } });
  const sockets: RawSocket[] = [];
  try {
    for (let address = 1; address <= ADDRESSES; address += 1) {
      const few = Array.from({ length: SOCKETS_EACH }, () => rawSocket(server.url, { from: `127.0.1.${address}` }));
      sockets.push(...(await Promise.all(few)));
    }
    await Promise.all(sockets.map((socket) => socket.came('connection_ack')));
    for (let at = 0; at < SUBSCRIPTIONS; at += 1) {
      sockets[at % sockets.length]?.send({ id: String(at), type: 'subscribe', payload: { query: spelled(at) } });
    }
    const answers = () => sockets.flatMap(({ messages }) => messages.filter(({ type }) => type === 'next'));
    while (answers().length < SUBSCRIPTIONS) await new Promise((resolve) => setTimeout(resolve, 100));
    const refused = answers().filter(({ payload }) => JSON.stringify(payload).includes('RATE_LIMITED')).length;
    const late: number[] = [];
    for (let round = 0; round < bench.repetitions; round += 1) late.push(await nextDecision(server, database));
    return [
      atMost('rounds decided after their end, the latest', Math.max(...late), 250, 'ms'),
      measured('rounds decided after their end, the median', median(late), 'ms'),
      measured('subscriptions refused because too many are asked differently', refused, ''),
    ];
  } finally {
    for (const { socket } of sockets) socket.terminate();
    await server.stop();
    await database.close();
  }
}

type LoadedRound = Awaited<ReturnType<typeof startChildServer>>;

/** Milliseconds from the end of the running round of 30 s to its decision. */
async function nextDecision(server: LoadedRound, { pool }: LoadedRound['database']): Promise<number> {
  const now = await server.now();
  const endsAt = new Date(now - (now % ROUND_MS) + ROUND_MS);
  await server.advance(Math.max(0, endsAt.getTime() - now - BEFORE_END_MS));
  for (let tries = 0; tries < 150; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { rows } = await pool.query<{ late: number }>(
      `select (extract(epoch from decided_at - ends_at) * 1000)::float8 as late from contests
       where game_type = 'sapreHalf' and ends_at = $1 and decided_at is not null`,
      [endsAt],
    );
    if (rows[0]) return rows[0].late;
  }
  throw new Error('a round was not decided');
}
