import type { WebSocket } from 'ws';

const PING_MS = 12_000;

/**
 * Pings all open sockets, so that no proxy takes them for dead, and ends those that have not answered since the last
 * ping. One timer for all: a timer and its closures for each would be a good part of what an idle socket costs.
 */
export class Heartbeat {
  /** Whether each socket has answered since the last ping. */
  readonly #answered = new Map<WebSocket, boolean>();
  #timer: NodeJS.Timeout | undefined;

  add(socket: WebSocket): void {
    this.#answered.set(socket, true);
    socket.on('pong', () => {
      if (this.#answered.has(socket)) this.#answered.set(socket, true);
    });
    this.#timer ??= setInterval(() => this.#beat(), PING_MS);
  }

  remove(socket: WebSocket): void {
    this.#answered.delete(socket);
    if (this.#answered.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    for (const [socket, answered] of this.#answered) {
      if (answered) {
        this.#answered.set(socket, false);
        socket.ping();
      } else {
        socket.terminate();
      }
    }
  }
}
