import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { FairQueue } from './fairQueue.ts';

const RUN = fileURLToPath(new URL('../build/run.mjs', import.meta.url));
/** Of the thread's start, which in development bundles its program first. */
const START_MS = 60_000;

/** A request took longer than the thread's deadline, or more memory than it has. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError';
}

/** The thread ended without an answer, or is closed. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

export interface ThreadOptions {
  /** Absolute path of a TypeScript file that calls `answerRequests`. */
  readonly program: string;
  /** Wall time of one request. */
  readonly deadlineMs: number;
  /** Of the JavaScript heap. */
  readonly memoryMb: number;
  /** Requests that wait while one is under way. */
  readonly maxWaiting: number;
  /** Creates the error of a request that finds the queue full. */
  readonly busy: () => Error;
}

/**
 * A program in a thread of its own, for work on foreign data that would hold up the event loop. It answers one request at a
 * time, is started by the first one, and again by the next one after it has ended.
 */
export class WorkerThread {
  readonly #options: ThreadOptions;
  readonly #queue: FairQueue;
  #worker: Worker | null = null;
  #closed = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
    const bounds = { most: options.maxWaiting, mostOfSite: options.maxWaiting };
    this.#queue = new FairQueue({ concurrency: 1, bounds, knownBounds: bounds, refusal: options.busy });
  }

  /**
   * The program's answer. Request and answer are copied by structured clone. Rejects with the error of `busy`, with
   * ThreadLimitError past the deadline or without memory, which end the thread, and with what the program threw.
   */
  run(request: unknown): Promise<unknown> {
    // Without an address all wait in one line.
    return this.#queue.run({ address: null }, () => this.#answer(request));
  }

  /** Ends the thread and what it works on. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
  }

  async #answer(request: unknown): Promise<unknown> {
    if (this.#closed) throw new ThreadEndedError('the thread is closed');
    try {
      this.#worker ??= await this.#start();
      const answered = answerOf(this.#worker, this.#options.deadlineMs);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's takes no origin
      this.#worker.postMessage(request);
      return await answered;
    } catch (error) {
      const worker = this.#worker;
      this.#worker = null;
      await worker?.terminate();
      throw error;
    }
  }

  async #start(): Promise<Worker> {
    const { program, memoryMb } = this.#options;
    const worker = new Worker(RUN, {
      argv: [program],
      // A parser needs no secret.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // It never keeps the process alive by itself.
    worker.unref();
    // While no request is under way nothing else listens, and an error without a listener ends the process.
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    // Until it is ready, so that `close` ends it too.
    this.#worker = worker;
    await answerOf(worker, START_MS);
    return worker;
  }
}

/** The thread's next message. Rejects when the thread fails or ends before it, or the deadline passes. */
async function answerOf(worker: Worker, deadlineMs: number): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  const timer = setTimeout(() => over.abort(), deadlineMs);
  // Whatever comes first removes the listeners of the others.
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new ThreadEndedError('the thread ended without an answer');
  });
  try {
    const [answer] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [unknown];
    return answer;
  } catch (error) {
    if (isOutOfMemory(error)) throw new ThreadLimitError('the request needs too much memory', { cause: error });
    if (isAbort(error)) throw new ThreadLimitError(`the request took more than ${deadlineMs} ms`);
    throw error;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
