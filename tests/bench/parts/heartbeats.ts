import { EventEmitter } from 'node:events';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { useServer as serve } from 'graphql-ws/use/ws';
import type { WebSocket, WebSocketServer } from 'ws';
import { Heartbeat } from '../../../server/graphql/runtime/heartbeat.ts';
import { schema } from '../../../server/graphql/schema/schema.ts';
import { collectGarbage } from '../measure.ts';
import type { Bench } from '../part.ts';
import type { Finding } from '../report.ts';
import { compare } from './compare.ts';

const SOCKETS = 20_000;
const KEEP_ALIVE_MS = 12_000;

/** What the heartbeat of an open socket holds in memory, beside all else that graphql-ws holds for it. */
export function heartbeats(bench: Bench): Promise<Finding[]> {
  return compare(bench, {
    what: 'memory of a socket’s heartbeat',
    library: 'the keepAlive of graphql-ws',
    unit: 'bytes',
    goal: 1,
    ours: () => {
      const heartbeat = new Heartbeat();
      const bytes = bytesEach(0, (socket) => heartbeat.add(socket)) - bytesEach(0);
      heartbeat.stop();
      return bytes;
    },
    theirs: () => bytesEach(KEEP_ALIVE_MS) - bytesEach(0),
  });
}

/** Bytes of the heap for each of many sockets that graphql-ws serves. */
function bytesEach(keepAliveMs: number, add: (socket: WebSocket) => void = () => {}): number {
  const listener = Object.assign(new EventEmitter(), { options: {}, clients: new Set<WebSocket>() });
  const sockets = Array.from({ length: SOCKETS }, openSocket);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  serve({ schema }, listener as unknown as WebSocketServer, keepAliveMs);
  for (const socket of sockets) {
    listener.emit('connection', socket, {});
    add(socket);
  }
  collectGarbage();
  const bytes = (process.memoryUsage().heapUsed - before) / SOCKETS;
  for (const socket of sockets) socket.emit('close', 1_000, '');
  return bytes;
}

/** A socket without a connection. */
function openSocket(): WebSocket {
  const socket = Object.assign(new EventEmitter(), { protocol: GRAPHQL_TRANSPORT_WS_PROTOCOL, readyState: 0, OPEN: 1 });
  return socket as unknown as WebSocket;
}
