import type { IncomingMessage, Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';

/** Minimum speed of clients. Slower ones would occupy connections. */
export interface SenderLimits {
  /** For all headers of a request, from the connection's start or the last response's end, in milliseconds. */
  readonly headersMs: number;
  /** For a whole request, in milliseconds: the largest document over a slow line. */
  readonly requestMs: number;
  /** The body of a longer request must deliver `minBytes` in each further window of this length, in milliseconds. */
  readonly windowMs: number;
  readonly minBytes: number;
}

export const senderLimits: SenderLimits = {
  headersMs: 15_000,
  requestMs: 120_000,
  windowMs: 10_000,
  minBytes: 64 * 1024,
};

/** Number of checks within a limit: a violation is detected at most this fraction late. */
const CHECKS_PER_LIMIT = 10;

/** Fastify's options for the limits of headers and whole requests. */
export function requestDeadlines({ headersMs, requestMs }: SenderLimits) {
  return {
    requestTimeout: requestMs,
    // Node's default is 30 s.
    http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(1_000, headersMs / CHECKS_PER_LIMIT) },
  } satisfies FastifyHttpOptions<Server>;
}

interface Window {
  endsAt: number;
  /** Bytes of the connection when the window began; null in the first window, in which any rate is accepted. */
  bytesBefore: number | null;
}

/**
 * Closes connections whose request body arrives below the minimum rate. Must be called before other hooks are added.
 */
export function closeSlowUploads(app: FastifyInstance, { windowMs, minBytes }: SenderLimits): void {
  const arriving = new Map<IncomingMessage, Window>();
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasBody(raw)) arriving.set(raw, { endsAt: performance.now() + windowMs, bytesBefore: null });
    done();
  });
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    arriving.delete(raw);
    done();
  });
  const check = () => {
    const now = performance.now();
    for (const [message, window] of arriving) {
      if (message.complete || message.destroyed) arriving.delete(message);
      else if (now >= window.endsAt) {
        const bytes = message.socket.bytesRead;
        if (window.bytesBefore !== null && bytes - window.bytesBefore < minBytes) message.socket.destroy();
        window.bytesBefore = bytes;
        window.endsAt = now + windowMs;
      }
    }
  };
  const timer = setInterval(check, windowMs / CHECKS_PER_LIMIT);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
