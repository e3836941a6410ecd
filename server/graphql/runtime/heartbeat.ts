import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';

const PING_MS = 12_000;
const PAYLOAD_BYTES = 4;

/**
 * Pings all open sockets, so that proxies don't close them, and terminates those that have not answered since the last
 * ping. Each ping has a unique payload, which only a client that reads can return: unsolicited pongs don't count. One
 * timer and one listener serve all sockets, to save memory.
 */
export class Heartbeat {
  /** The payload that the socket has yet to answer; null once it has. */
  readonly #awaited = new Map<WebSocket, number | null>();
  readonly #onPong: (this: WebSocket, payload: Buffer) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    const awaited = this.#awaited;
    this.#onPong = function onPong(payload) {
      if (payload.length !== PAYLOAD_BYTES || awaited.get(this) !== payload.readUInt32BE()) return;
      awaited.set(this, null);
    };
  }

  add(socket: WebSocket): void {
    this.#awaited.set(socket, null);
    socket.on('pong', this.#onPong);
    this.#timer ??= setInterval(() => this.#beat(), PING_MS);
  }

  remove(socket: WebSocket): void {
    this.#awaited.delete(socket);
    if (this.#awaited.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    const payloads = randomBytes(PAYLOAD_BYTES * this.#awaited.size);
    let at = 0;
    for (const [socket, awaited] of this.#awaited) {
      if (awaited === null) {
        this.#awaited.set(socket, payloads.readUInt32BE(at));
        socket.ping(payloads.subarray(at, at + PAYLOAD_BYTES));
      } else {
        socket.terminate();
      }
      at += PAYLOAD_BYTES;
    }
  }
}
