import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { selfSigned } from './selfSigned.ts';

/** A proxy for browsers, by which a server is reached under a name that isn't this machine's. */
export interface TlsProxy {
  /** For a browser's `proxy`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Stands in front of a server on `target` as a proxy with TLS does in production, under the name `host`, with a certificate that it
 * has signed itself. Browsers are led to it by their setting for proxies, so the name needs no entry anywhere. All other hosts are refused.
 */
export async function startTlsProxy(host: string, target: string): Promise<TlsProxy> {
  const open = new Set<Duplex>();
  const inside = createTlsServer(selfSigned(host), (call, answer) => {
    const passed = passOn(call, target);
    passed.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(answer);
    });
    passed.once('error', () => answer.destroy());
    call.pipe(passed);
  });
  inside.on('upgrade', (call: IncomingMessage, socket: Socket) => {
    const passed = passOn(call, target);
    passed.once('upgrade', (response, upgraded) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headLines(response.rawHeaders)}\r\n`);
      join(upgraded, socket);
    });
    passed.once('response', () => socket.destroy());
    passed.once('error', () => socket.destroy());
    passed.end();
  });
  const proxy = createServer((_call, answer) => answer.writeHead(403).end());
  proxy.on('connect', ({ url }: IncomingMessage, socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket)).on('error', () => socket.destroy());
    if (url !== `${host}:443`) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    inside.emit('connection', socket);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: () => stop(proxy, open),
  };
}

function passOn({ method, url, headers, socket }: IncomingMessage, target: string) {
  const client = { 'x-forwarded-for': socket.remoteAddress ?? '127.0.0.1', 'x-forwarded-proto': 'https' };
  return request(new URL(url ?? '/', target), { method, headers: { ...headers, ...client } });
}

function headLines(raw: readonly string[]): string {
  return raw.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
}

function join(one: Duplex, other: Duplex): void {
  one.pipe(other).pipe(one);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.once('error', () => to.destroy()).once('close', () => to.destroy());
  }
}

async function stop(proxy: Server, open: ReadonlySet<Duplex>): Promise<void> {
  const closed = once(proxy, 'close');
  proxy.close();
  for (const socket of open) socket.destroy();
  await closed;
}
