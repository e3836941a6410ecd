import type { FastifyInstance, FastifyReply } from 'fastify';
import { isLoopbackHost } from '../platform/loopback.ts';

/** What a load balancer or a container asks by the machine's own address. */
const CHECKS = new Set(['/healthz', '/readyz']);

/**
 * Rejects (421) requests and upgrades whose `Host` has another name than the public URL, so that the page of a name that its
 * owner points at this server (DNS rebinding) can't call it. A loopback public URL has every loopback name. Ports aren't
 * compared, because proxies leave them out. Health checks are answered under any name.
 */
export function hostRules(app: FastifyInstance, publicUrl: string): void {
  const { hostname } = new URL(publicUrl);
  app.addHook('onRequest', ({ headers: { host = '' }, url }, reply, done) => {
    if (isNameOf(hostname, hostnameOf(host)) || CHECKS.has(url.split('?', 1)[0] ?? '')) done();
    else void refuse(reply, host, url);
  });
}

function isNameOf(hostname: string, given: string | null): boolean {
  if (given === null) return false;
  return given === hostname || (isLoopbackHost(hostname) && isLoopbackHost(given));
}

/** The name or address in a `Host` header, in lower case; null for what is none. */
export function hostnameOf(host: string): string | null {
  const url = `http://${host}/`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(url)) return null;
  return new URL(url).hostname;
}

function refuse(reply: FastifyReply, host: string, url: string): FastifyReply {
  const message = 'This server does not answer under that name.';
  const detail = `the Host “${host.slice(0, 200)}” is not that of PUBLIC_URL`;
  const isGraphQL = /^\/graphql(\?|$)/.test(url);
  return reply
    .code(421)
    .send(
      isGraphQL
        ? { errors: [{ message: `${message} ${detail}`, extensions: { code: 'MISDIRECTED' } }] }
        : { success: false, message, code: 'MISDIRECTED', detail },
    );
}
