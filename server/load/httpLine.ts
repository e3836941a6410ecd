import { connect, type Socket } from 'node:net';

/** A connection that carries one request at a time. */
export interface Line {
  /** Sends a body and returns the whole answer, with its head. */
  ask(body: string): Promise<string>;
  close(): void;
}

export interface LineTarget {
  url: string;
  path: string;
  /** Default: POST. A GET has no body. */
  method?: 'GET' | 'POST';
}

/**
 * A kept-alive connection of a load generator: parses no more of an answer than where it ends, so that it leaves the
 * machine to the server it shares it with.
 */
export async function openHttpLine({ url, path, method = 'POST' }: LineTarget, token: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  const socket = await connected(connect({ host: hostname, port: Number(port), noDelay: true }));
  const head =
    `${method} ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept: application/json\r\n` +
    `authorization: Bearer ${token}\r\n`;
  // Bodies are ASCII: their length in bytes is their length in characters.
  const rest = (body: string) =>
    method === 'GET' ? '\r\n' : `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  let received = '';
  let answered: (answer: string) => void = () => {};
  let failed: (error: Error) => void = () => {};
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    if (!isWhole(received)) return;
    const answer = received;
    received = '';
    answered(answer);
  });
  socket.on('error', (error) => failed(error));
  socket.on('close', () => failed(new Error('the server closed the connection')));
  return {
    ask: (body) =>
      new Promise((resolve, reject) => {
        answered = resolve;
        failed = reject;
        if (socket.destroyed) reject(new Error('the server closed the connection'));
        else socket.write(head + rest(body));
      }),
    close: () => void socket.removeAllListeners('close').destroy(),
  };
}

/** Whether a response has arrived completely. */
function isWhole(received: string): boolean {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd));
  return length ? received.length >= headEnd + 4 + Number(length[1]) : received.endsWith('0\r\n\r\n');
}

function connected(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}
