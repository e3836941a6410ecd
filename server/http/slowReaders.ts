import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { SenderLimits } from './slowSenders.ts';

/** A response must be read at `minBytes` in each `windowMs`, on average of `WINDOWS`. */
export type ReaderLimits = Pick<SenderLimits, 'windowMs' | 'minBytes'>;

/**
 * The kernel takes bytes from a server in steps of up to a third of its send buffer, so a reader at the minimum rate looks idle
 * in between.
 */
const WINDOWS = 3;
const CHECKS_PER_WINDOW = 10;

/** Starts to watch a response, which is closed when it is read too slowly. */
export type WatchReader = (response: ServerResponse) => void;

/** Closes the connections of watched responses that are read below the minimum rate. */
export function closeSlowReaders(app: FastifyInstance, { windowMs, minBytes }: ReaderLimits): WatchReader {
  const reading = new Map<ServerResponse, ReadingPace>();
  const timer = setInterval(() => {
    for (const [response, pace] of reading) {
      const { socket } = response;
      // Null: another response on the connection comes first.
      if (socket !== null && pace.isTooSlow(socket)) socket.destroy();
    }
  }, windowMs / CHECKS_PER_WINDOW);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  return (response) => {
    // Its 'close' has been emitted.
    if (response.destroyed) return;
    reading.set(response, new ReadingPace(minBytes));
    response.once('close', () => reading.delete(response));
  };
}

/**
 * Whether one response is read fast enough. Time counts in checks, `CHECKS_PER_WINDOW` a window, and only while bytes wait for
 * the reader: neither a late check nor a late database is the reader's fault.
 */
export class ReadingPace {
  readonly #minBytes: number;
  /** Bytes that the reader is ahead of the minimum rate. */
  #ahead: number;
  #taken: number | undefined;

  /** `minBytes`: in each window. */
  constructor(minBytes: number) {
    this.#minBytes = minBytes;
    this.#ahead = minBytes * WINDOWS;
  }

  /** Called for each check. `bytesWritten` includes the `writableLength` bytes that the kernel hasn't taken yet. */
  isTooSlow({ bytesWritten, writableLength }: { bytesWritten: number; writableLength: number }): boolean {
    const taken = bytesWritten - writableLength;
    const most = this.#minBytes * WINDOWS;
    this.#ahead = Math.min(most, this.#ahead + taken - (this.#taken ?? taken));
    this.#taken = taken;
    if (writableLength === 0) this.#ahead = most;
    else this.#ahead -= this.#minBytes / CHECKS_PER_WINDOW;
    return this.#ahead < 0;
  }
}
