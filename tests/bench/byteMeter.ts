import { createServer, connect, type AddressInfo } from 'node:net';

/** A TCP proxy that counts what a server sends: to the page, its service worker and its socket. */
export interface ByteMeter {
  readonly url: string;
  /** Bytes so far. */
  bytes(): number;
  close(): void;
}

/** In front of the server at a URL. */
export async function meterOf(url: string): Promise<ByteMeter> {
  const { hostname, port } = new URL(url);
  let bytes = 0;
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    far.on('data', (data) => {
      bytes += data.length;
    });
    near.pipe(far);
    far.pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    bytes: () => bytes,
    close: () => void proxy.close(),
  };
}
