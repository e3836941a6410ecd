import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer, type IncomingMessage } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { textFrameHeader } from '../../../server/graphql/runtime/textFrame.ts';
import type { Bench } from '../part.ts';
import type { Finding } from '../report.ts';
import { compare, cpuEach } from './compare.ts';

const SOCKETS = 200;
const ROUNDS = 50;
/** As long as a changed round is. */
const message = `{"id":"1","type":"next","payload":${JSON.stringify('x'.repeat(500))}}`;

/** One message to each of many open sockets, the kernel's share included. */
export async function frames(bench: Bench): Promise<Finding[]> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const open: { socket: WebSocket; stream: Socket }[] = [];
  sockets.on('connection', (socket, { socket: stream }: IncomingMessage) => open.push({ socket, stream }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const clients = Array.from({ length: SOCKETS }, () => client((server.address() as AddressInfo).port));
  await Promise.all(clients.map((each) => once(each, 'data')));
  const header = textFrameHeader(message.length).toString('latin1');
  const each = (send: (to: (typeof open)[number]) => unknown) => async () => {
    let spent = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      spent += await cpuEach(SOCKETS, () => open.forEach(send));
      // Clients share this process: they read between two rounds.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return spent / ROUNDS;
  };
  try {
    return await compare(bench, {
      what: 'a message to a socket',
      library: 'ws.send',
      unit: 'µs',
      goal: 1,
      ours: each(({ stream }) => stream.write(header + message, 'latin1')),
      theirs: each(({ socket }) => socket.send(message)),
    });
  } finally {
    for (const each of clients) each.destroy();
    sockets.close();
    server.close();
  }
}

/** A client that reads and ignores. */
function client(port: number): Socket {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(
      'GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    ),
  );
  return socket.on('data', () => {});
}
