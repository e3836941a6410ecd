import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isLoopbackAddress, isLoopbackHost } from '../platform/loopback.ts';

/** Headers by which proxies and content networks say that they stand between. */
const forwarding = /^(forwarded|via|x-(original-)?forwarded.*|x-real-ip|.*-(client|connecting)-ip|cf-.*)$/;

/**
 * Whether a request surely comes from this machine to a server that is nobody else's (decisions.md, "Configuration"):
 * HOST, PUBLIC_URL, the Host header and the peer are all loopback, and no proxy is in between.
 */
export function isLocal({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>, config: Config): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  return (
    config.loopbackOnly &&
    isLoopbackHost(host) &&
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    !Object.keys(headers).some((header) => forwarding.test(header))
  );
}

/** Whether it may read the mails that are kept because no SMTP server takes them. */
export function mayReadMailbox(request: Pick<FastifyRequest, 'headers' | 'socket'>, config: Config): boolean {
  return config.smtpUrl === undefined && isLocal(request, config);
}
