import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

const text = Buffer.from('{"round":1}');

/** Sends the same bytes again and again, as fast as they are taken, until the client closes. */
function endless(socket: Socket, chunk: string | Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', write);
  write();
}

const answer = (head: readonly string[], body: string | Buffer = '') =>
  Buffer.concat([Buffer.from(['HTTP/1.1 200 OK', ...head, '', ''].join('\r\n')), Buffer.from(body)]);
const encoded = (encoding: string, body: Buffer) => (socket: Socket) =>
  void socket.write(answer([`content-encoding: ${encoding}`, `content-length: ${body.length}`], body));
const redirect = (location: string) => (socket: Socket) =>
  void socket.write(`HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);

/** Answers to a request, each wrong in its own way. They end by themselves: no clock needs to move. */
export const hostileAnswers = {
  brotli: encoded('br', brotliCompressSync(text)),
  'brotli in capitals': encoded('BR', brotliCompressSync(text)),
  'brotli behind identity': encoded('identity, br', brotliCompressSync(text)),
  gzip: encoded('gzip', gzipSync(text)),
  deflate: encoded('deflate', deflateSync(text)),
  'endless body': (socket) => {
    socket.write(answer(['transfer-encoding: chunked']));
    endless(socket, `1000\r\n${'x'.repeat(0x1000)}\r\n`);
  },
  'endless body until closing': (socket) => {
    socket.write(answer(['connection: close']));
    endless(socket, 'x'.repeat(65_536));
  },
  'endless headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    endless(socket, 'x-more: of these\r\n'.repeat(1_000));
  },
  '10 MB of a header': (socket) => {
    socket.write(answer([`x-long: ${'x'.repeat(10_000_000)}`, 'content-length: 0']));
  },
  'endless trailers': (socket) => {
    socket.write(answer(['transfer-encoding: chunked'], '1\r\nx\r\n0\r\n'));
    endless(socket, 'x-more: of these\r\n'.repeat(1_000));
  },
  'endless chunk extension': (socket) => {
    socket.write(answer(['transfer-encoding: chunked'], '1;'));
    endless(socket, 'x'.repeat(65_536));
  },
  'endless informational answers': (socket) =>
    endless(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(500)),
  'huge length': (socket) => void socket.write(answer(['content-length: 1000000000000'], 'x')),
  'huge JSON': (socket) => {
    const body = JSON.stringify(Array.from({ length: 200_000 }, () => ({ round: 1 })));
    socket.write(answer([`content-length: ${body.length}`], body));
  },
  'too long a length': (socket) => void socket.end(answer(['content-length: 100'], text)),
  'two lengths': (socket) => void socket.write(answer(['content-length: 1', 'content-length: 2'], 'xx')),
  'length and chunks': (socket) =>
    void socket.write(answer(['content-length: 3', 'transfer-encoding: chunked'], '1\r\nx\r\n0\r\n\r\n')),
  'redirect to itself': redirect('/'),
  'redirect elsewhere': redirect('http://169.254.169.254/latest/meta-data'),
  'switched protocols': (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
  'reset connection': (socket) => void socket.resetAndDestroy(),
  'closed connection': (socket) => void socket.end(),
  'invalid UTF-8': (socket) => void socket.write(answer(['content-length: 3'], Buffer.from([0xff, 0xfe, 0xff]))),
  'no HTTP': (socket) => void socket.write('+OK POP3 ready\r\n'),
} satisfies Record<string, (socket: Socket) => void>;

/** Answers that end with the client's deadline alone. Further bytes come with each `tick`. */
export const slowAnswers = {
  'nothing at all': { begin: '', tick: '' },
  'a header byte at a time': { begin: 'HTTP/1.1 200 OK\r\nx-slow: ', tick: 'x' },
  'a body byte at a time': { begin: answer(['content-length: 1000']), tick: 'x' },
  'half a body': { begin: answer(['content-length: 1000'], 'x'), tick: '' },
} as const;

export type HostileKind = keyof typeof hostileAnswers;
export type SlowKind = keyof typeof slowAnswers;

export interface HostileServer {
  /** Where requests are answered in this way. */
  url(kind: HostileKind | SlowKind | 'honest'): string;
  /** Host and port, for other schemes. */
  readonly host: string;
  /** How many requests, or pieces of one, have come. */
  readonly asked: number;
  /** The connections that are open. */
  readonly open: ReadonlySet<Socket>;
  /** Slow answers go on. */
  tick(): void;
  stop(): Promise<void>;
}

/** A server that answers over TCP as the first part of the path names it. */
export async function startHostileServer(): Promise<HostileServer> {
  const open = new Set<Socket>();
  const slow = new Map<Socket, string>();
  let asked = 0;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      slow.delete(socket);
    });
    socket.on('error', () => {});
    socket.on('data', (data) => {
      asked += 1;
      // The beginning of TLS, which gets no answer.
      if (data[0] === 0x16) return;
      const [, path = ''] = /^\w+ \/([^/ ]*)/.exec(data.toString('latin1')) ?? [];
      const kind = decodeURIComponent(path);
      if (kind in hostileAnswers) return hostileAnswers[kind as HostileKind](socket);
      if (!(kind in slowAnswers)) return void socket.write(answer([`content-length: ${text.length}`], text));
      const { begin, tick } = slowAnswers[kind as SlowKind];
      socket.write(begin);
      slow.set(socket, tick);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: (kind) => `http://${host}/${encodeURIComponent(kind)}`,
    host,
    get asked() {
      return asked;
    },
    open,
    tick() {
      for (const [socket, bytes] of slow) socket.write(bytes);
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
