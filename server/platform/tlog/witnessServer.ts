import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_REQUEST_BYTES, type WitnessResponse } from './witness.ts';

/** A request that takes longer is cut off; so is an idle connection. */
const REQUEST_TIMEOUT_MS = 5_000;
/** Above it the oldest connection without a request is closed, so that idle ones can't keep the log's server out. */
const MAX_CONNECTIONS = 200;
/** Refused requests that are printed in a minute; the others are counted. */
const PRINTED_A_MINUTE = 5;
const MINUTE_MS = 60_000;
const MAX_PRINTED = 2_000;

export interface WitnessParts {
  /** Answers the body of one request. It stores what it confirms before it returns, so that two requests can't fork the tree. */
  readonly answer: (body: string) => WitnessResponse;
  /** Receives refused requests, one line each. */
  readonly print: (line: string) => void;
  /** Milliseconds; default: of a monotonic clock. */
  readonly now?: () => number;
  readonly maxConnections?: number;
}

/** The HTTP server of a witness (c2sp.org/tlog-witness). It does not listen yet. */
export function witnessServer({
  answer,
  print,
  now = () => performance.now(),
  maxConnections = MAX_CONNECTIONS,
}: WitnessParts): Server {
  const printRefusal = limitedPrint(print, now);
  const idle = new Set<Socket>();
  const server = createServer((request, response) => {
    idle.delete(request.socket);
    response.once('close', () => {
      if (!request.socket.destroyed) idle.add(request.socket);
    });
    const send = (status: number, body: string) => {
      const type = status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8';
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    if (request.method !== 'POST' || request.url !== '/add-checkpoint') return send(404, 'POST /add-checkpoint\n');
    void bodyOf(request).then(
      (body) => {
        if (body === null) {
          response.shouldKeepAlive = false;
          return send(413, 'too long\n');
        }
        const answered = answer(body);
        if (answered.confirmed === null) printRefusal(answered, body);
        send(answered.status, answered.body);
      },
      () => response.destroy(),
    );
  });
  server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
    if (idle.size > maxConnections) for (const oldest of idle) return void oldest.destroy();
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = REQUEST_TIMEOUT_MS;
  return server;
}

/**
 * Prints a few refusals a minute and counts the others: anybody may send requests. Those that the log has signed (409, 422) may be
 * proof against its operator, so they have a share of their own.
 */
function limitedPrint(print: (line: string) => void, now: () => number) {
  const shares = { signed: { since: 0, printed: 0, leftOut: 0 }, unsigned: { since: 0, printed: 0, leftOut: 0 } };
  return ({ status, body }: WitnessResponse, request: string) => {
    const share = status === 409 || status === 422 ? shares.signed : shares.unsigned;
    if (now() - share.since >= MINUTE_MS) {
      if (share.leftOut > 0) print(`${share.leftOut} more requests were refused`);
      Object.assign(share, { since: now(), printed: 0, leftOut: 0 });
    }
    if (share.printed === PRINTED_A_MINUTE) {
      share.leftOut += 1;
      return;
    }
    share.printed += 1;
    print(`${status} ${body.trim()}: ${JSON.stringify(request.slice(0, MAX_PRINTED))}`);
  };
}

/** The body as text; null where it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not close the connection before the answer is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_REQUEST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
