import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Clock } from '../clock.ts';
import type { OutboundAnswer, OutboundRequest } from './call.ts';
import { OutboundError } from './error.ts';
import { Exchange } from './exchange.ts';

/** Bounds of the connections. A free one is closed before most servers close it themselves, after 5 s. */
const CONNECTIONS = {
  keepAlive: true,
  maxSockets: 8,
  maxTotalSockets: 128,
  maxFreeSockets: 4,
  scheduling: 'lifo',
  timeout: 4_000,
} as const;

/**
 * The only HTTP client for servers that aren't ours. It decodes no body: `fetch` decodes what a server declares to be
 * compressed even if that wasn't asked for, by Node's Brotli decoder, which in Node 20 (supported until 2027-04-30, .github/decisions/024) can be made to run foreign code. It
 * follows no redirect, keeps no cookie, and takes no proxy from the environment.
 */
export class OutboundClient {
  readonly #clock: Clock;
  readonly #http = new HttpAgent(CONNECTIONS);
  readonly #https: HttpsAgent;

  /** Deadlines follow `clock`. `ca`: certificates (PEM) to trust instead of the machine's, for tests. */
  constructor(clock: Clock, { ca }: { ca?: string } = {}) {
    this.#clock = clock;
    this.#https = new HttpsAgent({ ...CONNECTIONS, ...(ca !== undefined && { ca }) });
  }

  /** The answer, whatever its status. Rejects with OutboundError. */
  async request(wanted: OutboundRequest): Promise<OutboundAnswer> {
    const url = allowedUrl(wanted);
    return await new Exchange(url, wanted, this.#clock).run(url.protocol === 'https:' ? this.#https : this.#http);
  }

  /** Closes all connections. What is under way rejects. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

function allowedUrl({ url: text, allowHttp = false }: OutboundRequest): URL {
  if (!URL.canParse(text)) throw new OutboundError('NOT_ALLOWED', '', 'this is no address');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
    throw new OutboundError('NOT_ALLOWED', url.host, `${url.protocol} addresses are not called`);
  }
  return url;
}
