import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './log.ts';

const MEASURE_MS = 1_000;
/** A disk that doesn't answer is waited for in the background; meanwhile the last figure holds. */
const ANSWER_MS = 2_000;
/** Space counts as enough again from so many times the minimum on, so that it does not change with every file. */
const ENOUGH = 1.2;
/** The default minimum: the smaller of both. */
const DEFAULT_SHARE = 0.02;
const DEFAULT_BYTES = 500_000_000;

/** What statfs(2) gives of the file system of a folder. */
export interface FileSystemSpace {
  readonly bavail: number;
  readonly blocks: number;
  readonly bsize: number;
}

export interface MeasuredSpaceOptions {
  readonly folder: string;
  /** Bytes; 0: no space is short. Undefined: the smaller of 2 % of the file system and 500 MB. */
  readonly minFreeBytes: number | undefined;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly read?: (folder: string) => Promise<FileSystemSpace>;
  /** Between measurements; default: 1 s. */
  readonly measureMs?: number;
  /** For one; default: 2 s. */
  readonly answerMs?: number;
}

/** Free space of a folder's file system, measured every second. */
export class MeasuredSpace {
  readonly #options: MeasuredSpaceOptions;
  #reading: Promise<FileSystemSpace | null> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #freeBytes: number | null = null;
  #minFreeBytes = 0;
  #isShort = false;

  constructor(options: MeasuredSpaceOptions) {
    this.#options = options;
  }

  get freeBytes(): number | null {
    return this.#freeBytes;
  }

  get minFreeBytes(): number {
    return this.#minFreeBytes;
  }

  get isShort(): boolean {
    return this.#isShort;
  }

  /** Begins to measure. Resolves after the first measurement. */
  async start(): Promise<void> {
    await this.measure();
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.start(), this.#options.measureMs ?? MEASURE_MS);
    this.#timer.unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Measures now, where no earlier measurement is under way. Waits `answerMs` at most. */
  async measure(): Promise<void> {
    const { folder, read = statfs, answerMs = ANSWER_MS, log } = this.#options;
    this.#reading ??= read(folder)
      .catch((err: unknown) => {
        log.warn({ err, folder }, 'the free disk space could not be measured');
        return null;
      })
      .finally(() => (this.#reading = undefined));
    const space = await Promise.race([this.#reading, delay(answerMs, null, { ref: false })]);
    if (space !== null) this.#take(space);
  }

  #take({ bavail, blocks, bsize }: FileSystemSpace): void {
    const { folder, minFreeBytes, log } = this.#options;
    const free = bavail * bsize;
    const least = minFreeBytes ?? defaultMinFreeBytes(blocks * bsize);
    [this.#freeBytes, this.#minFreeBytes] = [free, least];
    const isShort = this.#isShort ? free < least * ENOUGH : free < least;
    if (isShort === this.#isShort) return;
    this.#isShort = isShort;
    const fields = { folder, freeBytes: free, minFreeBytes: least };
    if (isShort) log.warn(fields, 'disk space is short: bets, documents and bank statements are refused');
    else log.info(fields, 'there is enough disk space again');
  }
}

/** What must stay free of a file system with this many bytes, unless an operator sets another value. */
export function defaultMinFreeBytes(totalBytes: number): number {
  return Math.min(Math.floor(totalBytes * DEFAULT_SHARE), DEFAULT_BYTES);
}
