/**
 * The load generator of the end-to-end parts, in a process of its own: sends prepared requests over kept-alive
 * connections, one at a time on each, and parses no more of the responses than necessary. Controlled by messages.
 */
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { type Line, openHttpLine } from '../../server/load/httpLine.ts';
import { type Load, underLoad } from './measure.ts';

export interface LoadOrder {
  url: string;
  /** HTTP requests, or operations over as many sockets. */
  transport: 'http' | 'sockets';
  path: string;
  /** Of HTTP requests; default: POST. A GET has no body. */
  method?: 'GET' | 'POST';
  concurrency: number;
  seconds: number;
  /** Access tokens, one per connection. */
  tokens: string[];
  /** Bodies to choose from; KEY in them becomes a fresh idempotency key. */
  bodies: string[];
  /** Every response must contain this, otherwise the run fails. */
  expected: string;
}

export type LoadMessage = { phase: 'warm' } | { phase: 'done'; load: Load } | { phase: 'failed'; reason: string };

process.on('message', (order: LoadOrder) => {
  run(order)
    .then((load) => report({ phase: 'done', load }))
    .catch((error: unknown) => report({ phase: 'failed', reason: String(error) }))
    .finally(() => process.disconnect());
});

function report(message: LoadMessage): void {
  process.send?.(message);
}

async function run(order: LoadOrder): Promise<Load> {
  const { concurrency, seconds, tokens } = order;
  const open = order.transport === 'http' ? openHttpLine : openSocket;
  const tokenOf = (index: number) => tokens[index % tokens.length] as string;
  const lines = await Promise.all(Array.from({ length: concurrency }, (_, index) => open(order, tokenOf(index))));
  const body = () =>
    (order.bodies[Math.floor(Math.random() * order.bodies.length)] as string).replace('KEY', randomUUID());
  const onWarm = () => report({ phase: 'warm' });
  const load = await underLoad(
    async (index) => {
      const answer = await (lines[index] as Line).ask(body());
      if (!answer.includes(order.expected)) throw new Error(`answered ${answer.slice(0, 500)}`);
    },
    { concurrency, seconds, warmUpSeconds: 2, onWarm },
  );
  for (const line of lines) line.close();
  return load;
}

async function openSocket({ url, path }: LoadOrder, token: string): Promise<Line> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, 'graphql-transport-ws');
  let heard: (message: string) => void = () => {};
  let failed: (error: Error) => void = () => {};
  const next = () =>
    new Promise<string>((resolve, reject) => {
      heard = resolve;
      failed = reject;
    });
  socket.on('message', (data: Buffer) => heard(data.toString('latin1')));
  socket.on('close', (code) => failed(new Error(`the server closed the socket with ${code}`)));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const acknowledged = next();
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  await acknowledged;
  let lastId = 0;
  return {
    async ask(body) {
      lastId += 1;
      let answer = '';
      const completed = new Promise<string>((resolve, reject) => {
        failed = reject;
        heard = (message) => {
          if (message.includes('"type":"complete"')) resolve(answer);
          else answer += message;
        };
      });
      socket.send(`{"id":"${lastId}","type":"subscribe","payload":${body}}`);
      return completed;
    },
    close() {
      socket.removeAllListeners('close').terminate();
    },
  };
}
