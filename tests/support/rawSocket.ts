import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface RawSocket {
  socket: WebSocket;
  /** Messages received so far, parsed. */
  messages: { id?: string; type: string; payload?: unknown }[];
  send(message: object): void;
  /** Resolves with the close code of the socket; 1006 when it was closed abnormally. */
  closed: Promise<number>;
  /** Waits for this many messages of a type, and returns the last. */
  came(type: string, count?: number): Promise<{ id?: string; payload?: unknown }>;
}

/**
 * A socket on which tests send protocol messages directly, authenticated by this token if any; from another loopback
 * address if given.
 */
export async function rawSocket(
  url: string,
  { token, from, init = true }: { token?: string; from?: string; init?: boolean } = {},
): Promise<RawSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', {
    ...(from !== undefined && { localAddress: from }),
  });
  const messages: RawSocket['messages'] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as RawSocket['messages'][number]);
    for (const look of waiting) look();
  });
  const raw: RawSocket = {
    socket,
    messages,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    came: (type, count = 1) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = messages.filter((message) => message.type === type)[count - 1];
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        void closed.then((code) => reject(new Error(`closed with ${code}`)));
        look();
      }),
  };
  await once(socket, 'open');
  if (init) {
    raw.send({
      type: 'connection_init',
      ...(token !== undefined && { payload: { authorization: `Bearer ${token}` } }),
    });
  }
  return raw;
}
