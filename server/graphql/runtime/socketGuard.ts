import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import { RateLimiter } from '../../platform/rateLimiter.ts';
import { MESSAGE_TOO_BIG, TRY_AGAIN_LATER } from './closeCodes.ts';
import { takesMore } from './unsentBytes.ts';

/** A subscription takes two messages (open, close) and counts as one call. */
const MESSAGES_PER_CALL = 2;
const MIN_MESSAGES_PER_MINUTE = 600;
/** Maximum length of a ping with its envelope, which is sent back. */
const MAX_PING_BYTES = 1_024 + 64;

/** Limits what a socket sends and what is sent to it, independent of the operations. */
export class SocketGuard {
  readonly #messages: RateLimiter | null;
  readonly #names = new WeakMap<WebSocket, string>();
  #opened = 0;

  constructor(clock: Clock, callsPerMinute: number | 'off') {
    this.#messages =
      callsPerMinute === 'off'
        ? null
        : new RateLimiter(clock, Math.max(MIN_MESSAGES_PER_MINUTE, MESSAGES_PER_CALL * callsPerMinute));
  }

  /** Handles a socket's control frames. The plugin must not answer pings itself. */
  watch(socket: WebSocket): void {
    this.#opened += 1;
    if (this.#messages) this.#names.set(socket, String(this.#opened));
    socket.on('ping', (data) => {
      if (this.admits(socket) && takesMore(socket)) socket.pong(data);
    });
    socket.on('pong', () => void this.admits(socket));
  }

  /** Whether a received message is processed. Closes a socket that sends too many. */
  admits(socket: WebSocket): boolean {
    if (socket.readyState !== socket.OPEN) return false;
    if (this.#messages === null || this.#messages.take(this.#names.get(socket) ?? '') === 0) return true;
    socket.close(TRY_AGAIN_LATER, 'Too many messages');
    return false;
  }

  /** Closes a socket whose ping, of this many bytes, is too long to be sent back. */
  pinged(socket: WebSocket, bytes: number): void {
    if (bytes > MAX_PING_BYTES) socket.close(MESSAGE_TOO_BIG, 'Ping too long');
  }
}
