import { isIPv4 } from 'node:net';

/** Whether `host` (a name, or an address with or without brackets) is a loopback name or address. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || isLoopbackAddress(bare);
}

/** The same of a peer's address, as a socket gives it. */
export function isLoopbackAddress(address: string): boolean {
  const bare = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  return bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}
