import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openListener, type Listener } from '../../db/listener.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** A wire to the database that can be cut, or left hanging with nobody at the other end. */
class Wire {
  readonly #sockets: Socket[] = [];
  readonly #server: Server;

  constructor(database: TestDatabase) {
    const { host, port } = database.address;
    this.#server = createServer((near) => {
      const far = host.startsWith('/')
        ? createConnection(join(host, `.s.PGSQL.${port}`))
        : createConnection(port, host);
      near.pipe(far).pipe(near);
      for (const end of [near, far]) end.on('error', () => {});
      this.#sockets.push(near, far);
    });
  }

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  hang(): void {
    for (const socket of this.#sockets) socket.unpipe();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

describe('a listener', () => {
  let database: TestDatabase;
  let wire: Wire;
  let listener: Listener;
  let heard: string[];

  beforeEach(async () => {
    database = await createTestDatabase();
    wire = new Wire(database);
    const address = { ...database.address, host: '127.0.0.1', port: await wire.open() };
    heard = [];
    listener = await openListener(address, 'news', {
      onMessage: (payload) => heard.push(payload),
      onLost: () => heard.push('(lost)'),
      onReconnect: () => heard.push('(again)'),
    });
  });
  afterEach(async () => {
    await wire.close();
    await listener.close();
    await database.close();
  });

  const tell = (payload: string) => database.pool.query("select pg_notify('news', $1)", [payload]);

  it('says when its connection is cut, and listens again', async () => {
    await tell('one');
    await expect.poll(() => heard).toEqual(['one']);
    wire.cut();
    await expect.poll(() => heard).toEqual(['one', '(lost)', '(again)']);
    await tell('two');
    await expect.poll(() => heard.at(-1)).toBe('two');
  });

  it('notices when nobody is at the other end any more', async () => {
    wire.hang();
    await tell('unheard');
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['(lost)', '(again)']);
    await tell('heard');
    await expect.poll(() => heard.at(-1)).toBe('heard');
  }, 20_000);
});
