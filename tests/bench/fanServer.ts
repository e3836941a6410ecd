/**
 * A server that sends an event to its subscribers, in a process of its own: our complete server, plain graphql-ws
 * (every subscriber executes and serializes for itself), or bare `ws` that sends everyone the same bytes.
 */
import { EventEmitter, on } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { useServer as serveGraphQL } from 'graphql-ws/use/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ServerAddress } from '../support/postgres.ts';
import { startServer } from '../../server/composition/compose.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { ManualClock } from '../../server/platform/clock.ts';
import { TEST_START, testServerOptions } from '../support/server.ts';
import { sinceEpoch } from './fanClient.ts';
import { heldMemory } from './measure.ts';
import { TOKEN_SECRET } from './tokens.ts';

/** With a `role` ours sends its events through the bus between servers, otherwise to its own subscribers alone. */
export type FanServerSetup =
  | { kind: 'ours'; address: ServerAddress; role?: 'all' | 'gateway' }
  | { kind: 'stock' | 'raw' };
export type FanRequest = 'broadcast' | 'memory';
export interface FanAnswer {
  /** Instant of the broadcast, in milliseconds since the epoch. */
  at: number;
  /**
   * Memory in use, in bytes, without the young generation of the heap, whose size is configured and doesn't depend on
   * subscribers.
   */
  bytes: number;
}

interface Fan {
  url: string;
  broadcast(): void;
}

const { gameId } = slotAt('sapreOne', TEST_START);
const now = new Date(TEST_START).toISOString();
/** The message of the other two servers: the same as ours. */
const change = {
  phase: 'CLOSED',
  serverTime: now,
  contest: {
    id: 'xxxxxxxxxxxxxxxxxxxxxx',
    gameId,
    period: gameId.split('-')[1],
    gameType: 'SAPRE_ONE',
    state: 'OPEN',
    evaluationTime: now,
    endsAt: now,
    cancellable: false,
    decidedBy: 'DRAW',
    profitabilityLevel: null,
    winningNumber: null,
    __typename: 'Contest',
  },
  __typename: 'ContestChange',
};

const setup = JSON.parse(process.argv[2] ?? '') as FanServerSetup;
const fan = setup.kind === 'ours' ? await ours(setup) : setup.kind === 'stock' ? await stock() : await raw();

process.on('message', (request: FanRequest) => {
  if (request === 'memory') globalThis.gc?.();
  const answer: FanAnswer = { at: sinceEpoch(), bytes: heldMemory() };
  if (request === 'broadcast') fan.broadcast();
  process.send?.(answer);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url: fan.url });

async function ours({ address, role }: Extract<FanServerSetup, { kind: 'ours' }>): Promise<Fan> {
  const env = { TOKEN_SECRET, ...(role && { ROLE: role }) };
  const server = await startServer(testServerOptions(address, new ManualClock(TEST_START), env));
  await server.contestClock.idle();
  const { rows } = await server.services.db.$client.query<{ id: bigint }>(
    'select id from contests where game_id = $1',
    [gameId],
  );
  const contestId = String(rows[0]?.id);
  return {
    url: server.url,
    broadcast() {
      const { events } = server.services;
      const event = { type: 'contestChanged', gameType: 'sapreOne', contestId, phase: 'CLOSED' } as const;
      if (role) events.publish(event);
      else events.deliver(event);
    },
  };
}

/** The same schema and operation with all values in memory: measures graphql-ws alone. */
async function stock(): Promise<Fan> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  const field = schema.getSubscriptionType()?.getFields()['contestChanged'];
  if (!field) throw new Error('the schema has no contestChanged');
  field.subscribe = () => on(emitter, 'change');
  field.resolve = () => change;
  const { url, sockets } = await listen();
  serveGraphQL({ schema }, sockets);
  return { url, broadcast: () => void emitter.emit('change') };
}

async function raw(): Promise<Fan> {
  const { url, sockets } = await listen();
  const open = new Set<WebSocket>();
  sockets.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  const message = JSON.stringify({ id: '1', type: 'next', payload: { data: { contestChanged: change } } });
  return {
    url,
    broadcast() {
      for (const socket of open) socket.send(message);
    },
  };
}

async function listen(): Promise<{ url: string; sockets: WebSocketServer }> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, path: '/graphql' });
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}
