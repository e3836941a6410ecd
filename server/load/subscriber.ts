import { connect } from 'node:net';

/** The game screen's subscription, as the web app sends it. */
const subscriptionTo = (gameType: string) => ({
  id: '1',
  type: 'subscribe',
  payload: {
    query: `
      subscription Rounds {
        contestChanged(gameType: ${gameType}) {
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
});
/** First bytes of frames: a text, a ping, and the pong that a client owes, with the ping's payload. */
const [TEXT, PING, PONG] = [0x81, 0x89, 0x8a];
/** Data that has just arrived, for all sockets: processed at once, so that no socket needs a buffer. */
const INBOX = Buffer.alloc(65_536);

export interface SubscriberOptions {
  url: string;
  /** False: the server sends to every connection. */
  graphql: boolean;
  /** Of a signed-in player; without one the socket counts for its address. */
  token?: string;
  gameType?: string;
}

export interface SubscriberEvents {
  /** The payload holds the message only until this returns. */
  onMessage: (payload: Buffer) => void;
  /** The server closed the socket. */
  onClosed: () => void;
}

/**
 * One subscriber of the game screen: a bare socket with as little of the protocol as it needs. Resolves once it has
 * subscribed.
 */
export async function openSubscriber(
  { url, graphql, token, gameType = 'SAPRE_ONE' }: SubscriberOptions,
  { onMessage, onClosed }: SubscriberEvents,
): Promise<{ close(): void }> {
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
    socket.write(frame({ type: 'connection_init', ...(token && { payload: { authorization: `Bearer ${token}` } }) }));
    await acknowledged;
    socket.write(frame(subscriptionTo(gameType)));
  }
  let rest = 0;
  receive = (data) => {
    rest = eachFrame(data, rest, (opcode, payload) => {
      if (opcode === TEXT) onMessage(payload);
      if (opcode === PING) socket.write(pong(payload));
    });
  };
  socket.on('error', () => {});
  socket.on('close', onClosed);
  return {
    close: () => void socket.removeListener('close', onClosed).destroy(),
  };
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
