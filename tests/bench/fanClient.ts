/**
 * Thousands of subscribers in one process: bare sockets with a minimal client of the protocol that can subscribe and
 * receive a message, so that they use as little as possible of the machine they share with the server.
 */
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface FanClientSetup {
  url: string;
  subscribers: number;
  /** False: the server sends to every connection. */
  graphql: boolean;
}

export type FanClientRequest = 'arm' | 'last';

/** The game screen's subscription, as the web app sends it. */
const SUBSCRIPTION = {
  id: '1',
  type: 'subscribe',
  payload: {
    query: /* GraphQL */ `
      subscription Rounds {
        contestChanged(gameType: SAPRE_ONE) {
          phase
          serverTime
          contest {
            id
            gameId
            period
            gameType
            state
            evaluationTime
            endsAt
            cancellable
            decidedBy
            profitabilityLevel
            winningNumber
            __typename
          }
          __typename
        }
      }
    `,
  },
};
const OPENED_TOGETHER = 100;
/** First bytes of frames: a text, a ping, and the pong that a client owes, with the ping's payload. */
const [TEXT, PING, PONG] = [0x81, 0x89, 0x8a];
/** Data that has just arrived, for all sockets: processed at once, so that no socket needs a buffer. */
const INBOX = Buffer.alloc(65_536);

/** Milliseconds since the epoch, with fractions, comparable between processes of the machine. */
export function sinceEpoch(): number {
  return performance.timeOrigin + performance.now();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(JSON.parse(process.argv[2] ?? '') as FanClientSetup);

async function run({ url, subscribers, graphql }: FanClientSetup): Promise<void> {
  let missing = 0;
  let lastAt = 0;
  let allHeard: (at: number) => void = () => {};
  const heard = () => {
    missing -= 1;
    if (missing !== 0) return;
    lastAt = sinceEpoch();
    allHeard(lastAt);
  };
  for (let opened = 0; opened < subscribers; opened += OPENED_TOGETHER) {
    const few = Math.min(OPENED_TOGETHER, subscribers - opened);
    await Promise.all(Array.from({ length: few }, () => subscribe(url, graphql, heard)));
  }
  process.on('message', (request: FanClientRequest) => {
    if (request === 'arm') {
      missing = subscribers;
      lastAt = 0;
      allHeard = () => {};
      process.send?.({});
    } else if (lastAt > 0) {
      process.send?.({ at: lastAt });
    } else {
      allHeard = (at) => process.send?.({ at });
    }
  });
  process.on('disconnect', () => process.exit(0));
  // Initial messages have arrived by then.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  process.send?.({ url });
}

async function subscribe(url: string, graphql: boolean, heard: () => void): Promise<void> {
  const { hostname, port } = new URL(url);
  let receive: (data: Buffer) => void = () => {};
  const onread = { buffer: INBOX, callback: (length: number) => (receive(INBOX.subarray(0, length)), true) };
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
  const nextText = () =>
    new Promise<string>((resolve, reject) => {
      receive = (data) => resolve(data.toString('latin1'));
      socket.once('close', () => reject(new Error('closed')));
    });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const upgraded = nextText();
  socket.write(
    `GET /graphql HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n` +
      `${graphql ? 'Sec-WebSocket-Protocol: graphql-transport-ws\r\n' : ''}\r\n`,
  );
  const answer = await upgraded;
  if (!answer.startsWith('HTTP/1.1 101')) throw new Error(`no socket: ${answer.slice(0, 200)}`);
  if (graphql) {
    const acknowledged = nextText();
    socket.write(frame({ type: 'connection_init' }));
    await acknowledged;
    socket.write(frame(SUBSCRIPTION));
  }
  let rest = 0;
  receive = (data) => {
    rest = eachFrame(data, rest, (opcode, payload) => {
      if (opcode === TEXT) heard();
      if (opcode === PING) socket.write(pong(payload));
    });
  };
  socket.on('close', () => {
    console.error('a server closed the socket of a subscriber');
    process.exit(1);
  });
}

/**
 * Calls `onFrame` for each frame that begins in `data`, whose first `rest` bytes belong to an earlier frame. Returns
 * how many bytes of the last frame are outstanding. Headers never span two reads here, because frames are short and
 * few.
 */
function eachFrame(data: Buffer, rest: number, onFrame: (opcode: number, payload: Buffer) => void): number {
  let at = rest;
  while (at < data.length) {
    const short = (data[at + 1] ?? 0) & 0x7f;
    const start = at + (short === 126 ? 4 : 2);
    const end = start + (short === 126 ? data.readUInt16BE(at + 2) : short);
    onFrame(data[at] ?? 0, data.subarray(start, end));
    at = end;
  }
  return at - data.length;
}

/** A text frame of a client, masked with zeros. */
function frame(message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([TEXT, ...length, 0, 0, 0, 0]), payload]);
}

function pong(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([PONG, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
