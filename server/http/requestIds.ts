import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { trustedPeers } from './clients.ts';

/** Answers carry the id of their request under this name. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** An id that neither fills the log nor breaks its lines. */
const ACCEPTED_ID = /^[\w.-]{8,64}$/;
/** The last group of a UUID: 12 random hexadecimal digits, short enough to be quoted. */
const RANDOM_GROUP = 24;

/**
 * Gives each request an id. That of a trusted proxy (`X-Request-Id`) is kept, so that its log and the server's can be
 * joined; everybody else's is ignored, because it could repeat another request's.
 */
export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = trustedPeers(trustedProxies);
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER];
    const isKept = typeof given === 'string' && ACCEPTED_ID.test(given) && trusted(socket.remoteAddress ?? '');
    return isKept ? given : randomUUID().slice(RANDOM_GROUP);
  };
}
