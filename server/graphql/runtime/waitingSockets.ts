import type { WebSocket } from 'ws';
import { network } from '../../platform/network.ts';
import { TRY_AGAIN_LATER } from './closeCodes.ts';

/** Maximum number per address; clients send their first message within a round trip. */
const MAX_WAITING = 200;

/**
 * Sockets that have not authenticated yet, so that it is unknown whether they count by account or by address. When an
 * address has too many, the oldest is closed: refusing new ones would let a single client with silent sockets block all
 * others of its address.
 */
export class WaitingSockets {
  readonly #waiting = new Map<string, Set<WebSocket>>();

  add(address: string | null, socket: WebSocket): void {
    if (address === null) return;
    const name = network(address);
    const sockets = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, sockets.add(socket));
    if (sockets.size <= MAX_WAITING) return;
    for (const oldest of sockets) {
      sockets.delete(oldest);
      oldest.close(TRY_AGAIN_LATER, 'Too many sockets');
      return;
    }
  }

  remove(address: string | null, socket: WebSocket): void {
    if (address === null) return;
    const name = network(address);
    const sockets = this.#waiting.get(name);
    if (sockets?.delete(socket) && sockets.size === 0) this.#waiting.delete(name);
  }
}
