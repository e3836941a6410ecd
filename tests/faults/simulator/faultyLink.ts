import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ServerAddress } from '../../support/postgres.ts';

/** A fault that triggers later: at the statement after `statements` others, before or after its execution. */
export interface ArmedFault {
  readonly statements: number;
  readonly side: 'before' | 'after';
  /** What breaks: that connection, every connection of the server, or the server. */
  readonly strike: (connection: { cut(): void }) => void;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Called with the database's next answer instead of forwarding it. */
  onAnswer: (() => void) | undefined;
}

/**
 * The connection between one server and its database. It can be broken at any statement, counted over all its
 * connections.
 */
export class FaultyLink {
  readonly #listener: Server;
  readonly #pairs = new Set<Pair>();
  readonly #target: ServerAddress;
  #armed: ArmedFault | undefined;
  #counted = 0;
  #strikes = 0;

  private constructor(target: ServerAddress) {
    this.#target = target;
    this.#listener = createServer({ noDelay: true }, (client) => this.#join(client));
  }

  static async open(target: ServerAddress): Promise<FaultyLink> {
    const link = new FaultyLink(target);
    link.#listener.listen(0, '127.0.0.1');
    await once(link.#listener, 'listening');
    return link;
  }

  /** The database's address for the server. */
  get address(): ServerAddress {
    const listening = this.#listener.address();
    if (listening === null || typeof listening === 'string') throw new Error('the link is closed');
    return { ...this.#target, host: '127.0.0.1', port: listening.port };
  }

  /** How many faults have triggered since it was last disarmed. */
  get strikes(): number {
    return this.#strikes;
  }

  arm(fault: ArmedFault): void {
    this.#armed = fault;
    this.#counted = 0;
  }

  disarm(): void {
    this.#armed = undefined;
    this.#strikes = 0;
  }

  cutAll(): void {
    for (const pair of this.#pairs) cut(pair);
  }

  async close(): Promise<void> {
    this.#listener.close();
    this.cutAll();
    await once(this.#listener, 'close');
  }

  #join(client: Socket): void {
    const { host, port } = this.#target;
    const server = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    const pair: Pair = { client, server, onAnswer: undefined };
    this.#pairs.add(pair);
    const end = () => {
      cut(pair);
      this.#pairs.delete(pair);
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    client.on('data', (chunk) => this.#pass(pair, chunk));
    server.on('data', (chunk) => (pair.onAnswer ? pair.onAnswer() : client.write(chunk)));
  }

  /** Each write of a client library is a statement. */
  #pass(pair: Pair, chunk: Buffer): void {
    const fault = this.#armed;
    const isDue = fault !== undefined && this.#counted++ === fault.statements;
    if (isDue) {
      this.#armed = undefined;
      this.#strikes += 1;
      const strike = () => fault.strike({ cut: () => cut(pair) });
      if (fault.side === 'before') return strike();
      pair.onAnswer = strike;
    }
    pair.server.write(chunk);
  }
}

function cut({ client, server }: Pair): void {
  client.destroy();
  server.destroy();
}
