import { Agent, type ClientRequest, request as open } from 'node:http';

/**
 * What happens to a client's connection: half the request arrives, the whole request arrives but no answer, or the
 * answer is lost.
 */
export type ClientFault = 'halfSent' | 'cutAfterSending' | 'answerLost';

export interface HttpCall {
  readonly url: string;
  readonly token: string;
  readonly body: unknown;
  readonly key?: string | undefined;
}

/** The answer, or why there is none, and whether the server can't have received the request. */
export type HttpOutcome = HttpAnswer | { lost: true; why: string; neverArrived: boolean };
type HttpAnswer = { lost: false; status: number; body: unknown };

const MAX_WAIT_MS = 20_000;

/** Connections of the clients of one world. */
export class Clients {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });

  close(): void {
    this.#agent.destroy();
  }

  /** Posts JSON. Rejects when no answer arrives in 20 s over an intact connection. */
  post({ url, token, body, key }: HttpCall, fault: ClientFault | null = null): Promise<HttpOutcome> {
    const content = Buffer.from(JSON.stringify(body));
    const headers = {
      'content-type': 'application/json',
      'content-length': content.length,
      authorization: `Bearer ${token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    return new Promise((resolve, reject) => {
      const sent = open(url, { method: 'POST', headers, agent: fault === null ? this.#agent : false });
      const lose = (why: string, neverArrived = false) => {
        clearTimeout(timer);
        sent.destroy();
        resolve({ lost: true, why, neverArrived });
      };
      const timer = setTimeout(() => {
        sent.destroy();
        reject(new Error(`No answer from ${url} in ${MAX_WAIT_MS / 1_000} s.`));
      }, MAX_WAIT_MS);
      sent.on('error', (error: NodeJS.ErrnoException) => lose(error.code ?? error.message));
      sent.on('response', (response) => {
        if (fault === 'answerLost') return lose('the answer was lost');
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => lose(error.message));
        response.on('end', () => {
          clearTimeout(timer);
          resolve({ lost: false, status: response.statusCode ?? 0, body: parsed(Buffer.concat(chunks).toString()) });
        });
      });
      send(sent, content, fault, lose);
    });
  }
}

function send(
  sent: ClientRequest,
  content: Buffer,
  fault: ClientFault | null,
  lose: (why: string, neverArrived?: boolean) => void,
): void {
  if (fault === 'halfSent') {
    sent.write(content.subarray(0, content.length / 2), () => lose('cut in the middle of the request', true));
  } else {
    sent.end(content, () => fault === 'cutAfterSending' && lose('cut after sending'));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { unreadable: text };
  }
}
