import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of a server that notes the requests on the wire, those of service workers and preloads among them. */
export class TappedWire {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Method and path of each request, in order: `GET /verify.html`. */
  readonly requests: string[] = [];

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      const far = createConnection({ host: target.hostname, port: Number(target.port) });
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
        from.pipe(to);
      }
      // What a client masks, as sockets do, begins no line of a request.
      near.on('data', (data) => {
        for (const [, request = ''] of data.toString('latin1').matchAll(/^((?:GET|HEAD|POST) \S+) HTTP\/1\.1\r$/gm)) {
          this.requests.push(request);
        }
      });
    });
  }

  static async open(url: string): Promise<TappedWire> {
    const wire = new TappedWire(new URL(url));
    await new Promise<void>((resolve) => wire.#server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How often a path, with any query, was asked for. */
  count(path: string): number {
    return this.requests.filter((request) => request === `GET ${path}` || request.startsWith(`GET ${path}?`)).length;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
