import { type ClientRequest, type IncomingMessage, type Agent, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock } from '../clock.ts';
import type { OutboundAnswer, OutboundRequest } from './call.ts';
import { OutboundError, type OutboundFault } from './error.ts';

/** A status line and headers; an ordinary answer has less than 1 kB of them. */
const MAX_HEADER_BYTES = 8_192;
/** Answers with a status of 1xx, which may come before the real one. Each may have MAX_HEADER_BYTES. */
const MAX_INFORMATIONAL = 4;
/** Characters of another server's header that an error quotes. */
const MAX_QUOTE = 60;

/** One request and its answer. Whatever ends it, its timers are cancelled, and its socket is destroyed unless the answer was complete. */
export class Exchange {
  readonly #url: URL;
  readonly #wanted: OutboundRequest;
  readonly #clock: Clock;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #informational = 0;
  #outgoing: ClientRequest | undefined;
  #cancelTotal = () => {};
  #cancelSilence = () => {};
  #resolve: (answer: OutboundAnswer) => void = () => {};
  #reject: (error: OutboundError) => void = () => {};
  #over = false;
  readonly #abort = () => this.#fail('CANCELLED', 'the call was cancelled');

  constructor(url: URL, wanted: OutboundRequest, clock: Clock) {
    this.#url = url;
    this.#wanted = wanted;
    this.#clock = clock;
  }

  /** Sends the request over a socket of `agent`. Call it once. Rejects with OutboundError. */
  run(agent: Agent): Promise<OutboundAnswer> {
    const { totalMs, signal } = this.#wanted;
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      if (signal?.aborted) return this.#abort();
      signal?.addEventListener('abort', this.#abort, { once: true });
      this.#cancelTotal = this.#clock.at(this.#clock.now() + totalMs, () =>
        this.#fail('TIMEOUT', `no complete answer within ${totalMs} ms`),
      );
      this.#send(agent);
    });
  }

  #send(agent: Agent): void {
    const { method = 'GET', headers, body } = this.#wanted;
    const request = this.#url.protocol === 'https:' ? httpsRequest : httpRequest;
    this.#outgoing = request(this.#url, {
      agent,
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
    });
    this.#outgoing
      .on('error', (error) => this.#failBy(error))
      .on('information', ({ statusCode }) => {
        if (statusCode === 101) return this.#fail('MALFORMED', 'the answer changes the protocol');
        this.#informational += 1;
        if (this.#informational > MAX_INFORMATIONAL) this.#fail('HEADERS_TOO_LONG', 'too many informational answers');
      })
      .on('upgrade', (_response, socket) => {
        socket.destroy();
        this.#fail('MALFORMED', 'the answer changes the protocol');
      })
      .on('response', (response) => this.#receive(response))
      .end(body);
  }

  #receive(response: IncomingMessage): void {
    response.on('error', (error) => this.#failBy(error));
    const { statusCode: status = 0, headers } = response;
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      return this.#fail('ENCODED', `the answer is encoded as ${quoted(encoding)}, which is never decoded`);
    }
    if (status >= 300 && status < 400) {
      return this.#fail('REDIRECTED', `the answer is a redirect to ${quoted(headers.location ?? '')}`);
    }
    if (Number(headers['content-length']) > this.#wanted.maxBodyBytes) return this.#failByLength();
    this.#awaitBytes();
    response.on('data', (chunk: Buffer) => this.#take(chunk));
    response.on('end', () => this.#finish(status));
  }

  #take(chunk: Buffer): void {
    if (this.#over) return;
    this.#size += chunk.length;
    if (this.#size > this.#wanted.maxBodyBytes) return this.#failByLength();
    this.#chunks.push(chunk);
    this.#awaitBytes();
  }

  /** The next bytes must come in time. */
  #awaitBytes(): void {
    const { silenceMs } = this.#wanted;
    this.#cancelSilence();
    this.#cancelSilence = this.#clock.at(this.#clock.now() + silenceMs, () =>
      this.#fail('STALLED', `nothing came for ${silenceMs} ms in the middle of the answer`),
    );
  }

  #finish(status: number): void {
    if (this.#over) return;
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(this.#chunks));
      this.#end();
      this.#resolve({ status, text });
    } catch (cause) {
      this.#fail('MALFORMED', 'the answer is not UTF-8', cause);
    }
  }

  #failByLength(): void {
    this.#fail('BODY_TOO_LONG', `the answer is too long: it has more than ${this.#wanted.maxBodyBytes} bytes`);
  }

  #failBy(error: NodeJS.ErrnoException): void {
    const { code = '', message } = error;
    if (code === 'HPE_HEADER_OVERFLOW') {
      return this.#fail('HEADERS_TOO_LONG', `the headers have more than ${MAX_HEADER_BYTES} bytes`, error);
    }
    if (code.startsWith('HPE_')) return this.#fail('MALFORMED', `the answer is not HTTP: ${message}`, error);
    this.#fail('CONNECTION', `the connection failed: ${message}`, error);
  }

  #fail(fault: OutboundFault, detail: string, cause?: unknown): void {
    if (this.#over) return;
    this.#end();
    this.#outgoing?.destroy();
    this.#reject(new OutboundError(fault, this.#url.host, detail, { cause }));
  }

  #end(): void {
    this.#over = true;
    this.#cancelTotal();
    this.#cancelSilence();
    this.#chunks.length = 0;
    this.#wanted.signal?.removeEventListener('abort', this.#abort);
  }
}

function quoted(header: string): string {
  return JSON.stringify(header.slice(0, MAX_QUOTE));
}
