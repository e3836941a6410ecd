import type { IncomingMessage, Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';

/** How slowly a caller may send. Whoever is slower keeps a connection busy for nothing. */
export interface SenderLimits {
  /** For all headers of a request, from the connection's or the last answer's end, in milliseconds. */
  readonly headersMs: number;
  /** For a whole request, in milliseconds: a document of the largest size over a slow line. */
  readonly requestMs: number;
  /** A body that takes longer has to arrive at `leastBytes` in each further window of this length, in milliseconds. */
  readonly windowMs: number;
  readonly leastBytes: number;
}

export const senderLimits: SenderLimits = {
  headersMs: 15_000,
  requestMs: 120_000,
  windowMs: 10_000,
  leastBytes: 64 * 1024,
};

/** Parts of a limit after which it is looked at: what passes it is cut so much later at most. */
const LOOKS = 10;

/** Fastify's options for the limits of headers and whole requests. */
export function requestDeadlines({ headersMs, requestMs }: SenderLimits) {
  return {
    requestTimeout: requestMs,
    // Node looks every 30 s unless it is set.
    http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(1_000, headersMs / LOOKS) },
  } satisfies FastifyHttpOptions<Server>;
}

interface Window {
  endsAt: number;
  /** Bytes of the connection when the window began; null in the first, in which any rate will do. */
  bytesBefore: number | null;
}

/** Cuts connections whose request's body arrives below the least rate. To be called before other hooks are added. */
export function cutSlowBodies(app: FastifyInstance, { windowMs, leastBytes }: SenderLimits): void {
  const arriving = new Map<IncomingMessage, Window>();
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasBody(raw)) arriving.set(raw, { endsAt: performance.now() + windowMs, bytesBefore: null });
    done();
  });
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    arriving.delete(raw);
    done();
  });
  const look = () => {
    const now = performance.now();
    for (const [message, window] of arriving) {
      if (message.complete || message.destroyed) arriving.delete(message);
      else if (now >= window.endsAt) {
        const bytes = message.socket.bytesRead;
        if (window.bytesBefore !== null && bytes - window.bytesBefore < leastBytes) message.socket.destroy();
        window.bytesBefore = bytes;
        window.endsAt = now + windowMs;
      }
    }
  };
  const timer = setInterval(look, windowMs / LOOKS);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
