import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../domain/ground/verbs/context.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';

type Client = NonNullable<Context['client']>;

/** Determines the client's address of a request. */
export type ClientOf = (request: Pick<FastifyRequest, 'headers' | 'socket'>) => Client;

const WARN_EVERY_MS = 10 * 60_000;

/**
 * The client's address is the socket's, except behind a trusted proxy: then it is the last entry of `X-Forwarded-For`,
 * which that proxy appended itself. A trusted proxy that sends no address gives null, so that the proxy's own address
 * is never limited on behalf of all its clients, and a warning in the log.
 */
export function clientsBehind(
  trustedProxies: readonly string[],
  { clock, log }: { clock: Clock; log: Logger },
): ClientOf {
  const trusted = trustedPeers(trustedProxies);
  let warnedAt = Number.NEGATIVE_INFINITY;

  function reportedAddress(peer: string, forwarded: string | string[] | undefined): string | null {
    const address = lastHop(forwarded);
    if (address === null && clock.now() - warnedAt >= WARN_EVERY_MS) {
      warnedAt = clock.now();
      log.warn({ proxy: peer }, 'a trusted proxy sent no X-Forwarded-For: its visitors are not limited by address');
    }
    return address;
  }

  return ({ headers, socket }) => {
    const peer = withoutMapping(socket.remoteAddress ?? '');
    const address = trusted(peer) ? reportedAddress(peer, headers['x-forwarded-for']) : peer;
    return { address, userAgent: headers['user-agent'] ?? '' };
  };
}

/** Whether a socket's address is in one of `ranges` (addresses or CIDR). */
export function trustedPeers(ranges: readonly string[]): (peer: string) => boolean {
  if (ranges.length === 0) return () => false;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const peer = withoutMapping(address);
    return isIP(peer) !== 0 && list.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4');
  };
}

/** The last address of the header, without the port that some proxies append; null when it is none. */
function lastHop(forwarded: string | string[] | undefined): string | null {
  const last = [forwarded ?? []].flat().join(',').split(',').at(-1)?.trim() ?? '';
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(last)?.[1] ?? /^([\d.]+):\d+$/.exec(last)?.[1] ?? last;
  return isIP(bare) === 0 ? null : withoutMapping(bare);
}

/** An IPv4-mapped IPv6 address as IPv4. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
