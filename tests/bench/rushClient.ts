/**
 * The load generator of the part `rush`, in a process of its own: one bet of each player at instants that are spread over the
 * last second before a round's closing, and some after it. Controlled by messages.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';

export interface RushOrder {
  /** Of the servers, to which players are divided evenly. */
  urls: string[];
  transport: 'http' | 'sockets';
  path: string;
  /** Of each player. */
  tokens: string[];
  /** Of each player's bet. */
  bodies: string[];
  /** evaluationTime in milliseconds since the epoch. */
  closesAt: number;
  /** Bets that are sent after the closing. */
  late: number;
}

/** What an answer contains when the bet was placed, by GraphQL and REST, and when it was crowded out. */
const PLACED = /PlaceBetPayload|"success":true/;
const CROWDED_OUT = /too many at once/;
const CLOSED = /BETTING_CLOSED|BettingClosed|Betting is closed/;

export interface RushOutcome {
  /** When it was sent, in milliseconds before the closing; negative after it. */
  before: number;
  outcome: 'placed' | 'crowdedOut' | 'closed' | 'failed' | 'unanswered';
  /** Of the answer, in milliseconds after the closing. */
  answeredAfter: number | null;
}

export type RushMessage =
  | { phase: 'ready' }
  | { phase: 'done'; outcomes: RushOutcome[]; failure: string | null }
  | { phase: 'failed'; reason: string };

/** HTTP connections; requests of several players are pipelined on each. */
const CONNECTIONS = 500;
const CONNECT_BEFORE_MS = 5_000;
const LATE_SPREAD_MS = 300;
const PATIENCE_MS = 8_000;

process.on('message', (order: RushOrder) => {
  void run(order)
    .catch((error: unknown): RushMessage => ({ phase: 'failed', reason: String(error) }))
    // It ends once the whole message has been sent.
    .then((message) => process.send?.(message, () => process.disconnect()));
});

type Send = (player: number) => void;
type Answered = (player: number, answer: string) => void;

async function run(order: RushOrder): Promise<RushMessage> {
  const { tokens, closesAt, late } = order;
  const outcomes: RushOutcome[] = tokens.map(() => ({ before: 0, outcome: 'unanswered', answeredAfter: null }));
  let failure: string | null = null;
  const answered: Answered = (player, answer) => {
    const outcome = outcomes[player] as RushOutcome;
    outcome.outcome = outcomeOf(answer);
    outcome.answeredAfter = Date.now() - closesAt;
    if (outcome.outcome === 'failed') failure = answer.slice(0, 600);
  };
  const { send, close } = await (order.transport === 'http' ? openConnections : openSockets)(order, answered);
  process.send?.({ phase: 'ready' } satisfies RushMessage);
  const inTime = tokens.length - late;
  // Late ones begin well after the closing: none of them may be in time by the server's clock.
  const sendAt = (player: number) =>
    player < inTime
      ? closesAt - 1_000 + (player / inTime) * 1_000
      : closesAt + 60 + ((player - inTime) / late) * LATE_SPREAD_MS;
  for (let player = 0; player < tokens.length;) {
    const now = Date.now();
    while (player < tokens.length && sendAt(player) <= now) {
      (outcomes[player] as RushOutcome).before = closesAt - Date.now();
      send(player);
      player += 1;
    }
    await delay(1);
  }
  const isWaiting = () => outcomes.some(({ outcome }) => outcome === 'unanswered');
  for (const until = Date.now() + PATIENCE_MS; isWaiting() && Date.now() < until;) await delay(20);
  close();
  return { phase: 'done', outcomes, failure };
}

function outcomeOf(answer: string): RushOutcome['outcome'] {
  if (PLACED.test(answer)) return 'placed';
  if (CROWDED_OUT.test(answer)) return 'crowdedOut';
  return CLOSED.test(answer) ? 'closed' : 'failed';
}

async function openConnections(order: RushOrder, answered: Answered): Promise<{ send: Send; close: () => void }> {
  const { urls, path, tokens, bodies } = order;
  const requests = tokens.map((token, player) => {
    const body = bodies[player] as string;
    return (
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    );
  });
  // A server closes a connection on which no request has begun for 15 s.
  await delay(Math.max(0, order.closesAt - CONNECT_BEFORE_MS - Date.now()));
  const lines = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, line) => openLine(urls[line % urls.length] as string, answered)),
  );
  return {
    send: (player) => lines[player % CONNECTIONS]?.send(player, requests[player] as string),
    close: () => lines.forEach(({ close }) => close()),
  };
}

async function openLine(url: string, answered: Answered) {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const asked: number[] = [];
  let received = '';
  socket.setEncoding('latin1');
  socket.on('error', () => {});
  socket.on('data', (chunk: string) => {
    received += chunk;
    for (let end = endOfAnswer(received); end > 0; end = endOfAnswer(received)) {
      answered(asked.shift() as number, received.slice(0, end));
      received = received.slice(end);
    }
  });
  return {
    send: (player: number, request: string) => {
      asked.push(player);
      socket.write(request);
    },
    close: () => socket.destroy(),
  };
}

/** Where the first answer ends; 0 while it is incomplete. */
function endOfAnswer(received: string): number {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${received.slice(0, headEnd)}`);
  const end = headEnd + 4 + Number(length);
  return received.length >= end ? end : 0;
}

const OPENED_AT_ONCE = 50;

async function openSockets(order: RushOrder, answered: Answered): Promise<{ send: Send; close: () => void }> {
  const { urls, path, tokens, bodies } = order;
  const sockets: WebSocket[] = [];
  for (let from = 0; from < tokens.length; from += OPENED_AT_ONCE) {
    const opening = tokens.slice(from, from + OPENED_AT_ONCE).map(async (token, at) => {
      const player = from + at;
      const url = urls[player % urls.length] as string;
      sockets[player] = await openSocket(`${url.replace('http', 'ws')}${path}`, token, (answer) =>
        answered(player, answer),
      );
    });
    await Promise.all(opening);
  }
  return {
    send: (player) => sockets[player]?.send(`{"id":"1","type":"subscribe","payload":${bodies[player]}}`),
    close: () => sockets.forEach((socket) => socket.terminate()),
  };
}

async function openSocket(url: string, token: string, answered: (answer: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(url, 'graphql-transport-ws', { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  await new Promise((resolve) => socket.once('message', resolve));
  socket.on('message', (data: Buffer) => {
    const answer = data.toString('latin1');
    if (!answer.includes('"type":"complete"')) answered(answer);
  });
  return socket;
}
