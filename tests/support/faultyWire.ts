import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ServerAddress } from './postgres.ts';

/**
 * What a connection through the proxy does with data and closings, in both directions: `pass` forwards them, `drop`
 * discards them silently, `freeze` holds them until the mode changes, `delay` forwards them late, `deaf` discards the
 * database's notifications only, as a pooler does.
 */
export type WireMode = 'pass' | 'drop' | 'freeze' | 'delay' | 'deaf';

interface Link {
  readonly ends: readonly Socket[];
  mode: WireMode;
  /** Data held by `freeze`, in order. */
  readonly kept: (() => void)[];
}

/** A TCP proxy in front of the test's PostgreSQL that simulates network failures. */
export class FaultyWire {
  readonly #links = new Set<Link>();
  readonly #server: Server;
  readonly #target: ServerAddress;
  readonly #delayMs: number;
  #mode: WireMode = 'pass';

  private constructor(target: ServerAddress, delayMs: number) {
    this.#target = target;
    this.#delayMs = delayMs;
    this.#server = createServer({ allowHalfOpen: true }, (near) => this.#join(near));
  }

  /** `delayMs` is for the mode `delay`. */
  static async open(target: ServerAddress, { delayMs = 50 } = {}): Promise<FaultyWire> {
    const wire = new FaultyWire(target, delayMs);
    await wire.listen();
    return wire;
  }

  /** The database's address through the proxy. */
  get address(): ServerAddress {
    return { ...this.#target, host: '127.0.0.1', port: this.#port };
  }

  #port = 0;

  /** Accepts connections (again). */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Changes the mode of all connections, including future ones. */
  setAll(mode: WireMode): void {
    this.#mode = mode;
    this.setPresent(mode);
  }

  /** Changes the mode of the existing connections. */
  setPresent(mode: WireMode): void {
    for (const link of this.#links) {
      link.mode = mode;
      if (mode !== 'freeze') for (const deliver of link.kept.splice(0)) this.#carry(link, deliver);
    }
  }

  /** Breaks every connection; new ones are accepted. */
  cut(): void {
    for (const { ends } of this.#links) for (const end of ends) end.destroy();
    this.#links.clear();
  }

  /** Breaks every connection and refuses new ones, until `listen`. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.cut();
    await closed;
  }

  #join(near: Socket): void {
    const { host, port } = this.#target;
    const far = host.startsWith('/')
      ? createConnection({ path: join(host, `.s.PGSQL.${port}`), allowHalfOpen: true })
      : createConnection({ port, host, allowHalfOpen: true });
    const link: Link = { ends: [near, far], mode: this.#mode, kept: [] };
    this.#links.add(link);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => {});
      from.on('data', (bytes) =>
        this.#carry(link, () => to.write(link.mode === 'deaf' && from === far ? withoutNotifications(bytes) : bytes)),
      );
      from.on('end', () => this.#carry(link, () => to.end()));
      from.on('close', () => this.#carry(link, () => to.destroy()));
    }
  }

  #carry(link: Link, deliver: () => void): void {
    if (link.mode === 'pass' || link.mode === 'deaf') deliver();
    if (link.mode === 'freeze') link.kept.push(deliver);
    if (link.mode === 'delay') setTimeout(deliver, this.#delayMs);
  }
}

/** Whole messages of PostgreSQL's protocol (a type, then the length of the rest), without NotificationResponse. */
function withoutNotifications(bytes: Buffer): Buffer {
  const rest: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    if (bytes[at] !== 'A'.charCodeAt(0)) rest.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(rest);
}
