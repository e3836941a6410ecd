import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { done, eventIterator, type EventIterator } from './eventIterator.ts';
import { textFrameHeader } from './textFrame.ts';
import { takesMore, type SendingSocket } from './unsentBytes.ts';

/**
 * How long a broadcast writes before it yields to the event loop, and how many sockets between two checks of the clock.
 * A bet waits for three or four turns of the event loop: with 512 sockets per turn (7 ms) it was answered 30 ms later.
 */
const TURN_MS = 1;
const SOCKETS_BETWEEN_LOOKS = 32;

/** One subscription of one socket. The client chose its id. */
export interface Consumer {
  socket: SendingSocket;
  /** The connection to which the socket's frames are written. */
  stream: { write(bytes: string, encoding: 'latin1'): unknown };
  operationId: string;
}

/**
 * Bytes as a string, one character each: the fastest for Node to write (tests/bench/RESULTS.md#parts; ws
 * writes the header separately, and a buffer is slower than a string).
 */
type Bytes = string;

type Source = EventIterator<ExecutionResult>;
type Start = () => Promise<Source | ExecutionResult>;
type Admit = () => (() => void) | ExecutionResult;

interface Member extends Consumer {
  /** The message up to its payload, as {@link Bytes}. */
  head: Bytes;
  /** Whether anything has been sent to it yet. */
  greeted: boolean;
  end(): void;
}

/**
 * Runs a shared subscription once, and sends the bytes of each event, serialized once, to every socket. Ten thousand
 * subscribers then cost as much as ten thousand bare writes (measured: 82 ms to the last one, against 346 ms when each
 * runs and serializes for itself, and 12 kB a subscriber against 70 kB).
 *
 * graphql-ws handles the protocol: it gets an iterator that yields nothing and ends when the subscription does. Frames
 * are written to the connection under the socket, bypassing ws; ws writes each of its own frames in one piece (nothing
 * is compressed), so frames never interleave.
 */
export class SubscriptionHub {
  readonly #groups = new Map<string, Promise<Group | ExecutionResult>>();
  readonly #onError: (error: unknown) => void;

  /** `onError` is called for sources that failed; their subscribers are completed. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /**
   * Adds `consumer` to the subscription of `key`, which `start` starts if there is none. `admit` is called before a new
   * one starts: it returns the function to call when it ends, or the error result for a caller who may not start one.
   * Returns a result when the subscription could not be started.
   */
  async join(
    key: string,
    start: Start,
    consumer: Consumer,
    admit: Admit = () => () => {},
  ): Promise<EventIterator<never> | ExecutionResult> {
    for (;;) {
      const group = await this.#group(key, start, admit);
      if (!(group instanceof Group)) return group;
      // The last subscriber may have left while this one waited; then the source is started again.
      if (!group.ended) return group.add(consumer);
    }
  }

  #group(key: string, start: Start, admit: Admit): Promise<Group | ExecutionResult> {
    const running = this.#groups.get(key);
    if (running) return running;
    const admitted = admit();
    if (typeof admitted !== 'function') return Promise.resolve(admitted);
    const forget = () => {
      admitted();
      if (this.#groups.get(key) === starting) this.#groups.delete(key);
    };
    const starting = start().then((source) => {
      if (Symbol.asyncIterator in source) return new Group(source, start, forget, this.#onError);
      forget();
      return source;
    });
    this.#groups.set(key, starting);
    return starting;
  }
}

class Group {
  readonly #members = new Set<Member>();
  readonly #source: Source;
  readonly #start: Start;
  readonly #forget: () => void;
  readonly #onError: (error: unknown) => void;
  ended = false;
  #begun = false;
  /** Most messages of a broadcast have the same length. */
  #lastHeader = { length: -1, bytes: '' };
  #greeting: Promise<Bytes | null> | undefined;

  constructor(source: Source, start: Start, forget: () => void, onError: (error: unknown) => void) {
    this.#source = source;
    this.#start = start;
    this.#forget = forget;
    this.#onError = onError;
    void this.#run();
  }

  add(consumer: Consumer): EventIterator<never> {
    let finish: (result: IteratorResult<never, undefined>) => void = () => {};
    const finished = new Promise<IteratorResult<never, undefined>>((resolve) => {
      finish = resolve;
    });
    const member: Member = {
      head: bytesOf(`{"id":${JSON.stringify(consumer.operationId)},"type":"next","payload":`),
      greeted: false,
      end: () => finish(done),
      // Last, so that all members share a hidden class (.github/decisions/019).
      ...consumer,
    };
    this.#members.add(member);
    if (this.#begun) void this.#greet(member);
    const leave = () => {
      member.end();
      this.#leave(member);
      return Promise.resolve(done);
    };
    return eventIterator(() => finished, leave);
  }

  async #run(): Promise<void> {
    try {
      for await (const result of this.#source) {
        this.#begun = true;
        await this.#broadcast(encoded(result));
      }
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#end();
      for (const member of this.#members) member.end();
      this.#members.clear();
    }
  }

  async #broadcast(payload: Bytes): Promise<void> {
    let written = 0;
    let turnEnds = performance.now() + TURN_MS;
    for (const member of this.#members) {
      this.#send(member, payload);
      written += 1;
      if (written % SOCKETS_BETWEEN_LOOKS !== 0 || performance.now() < turnEnds) continue;
      await nextTurn();
      turnEnds = performance.now() + TURN_MS;
    }
  }

  /**
   * Sends the current state to a subscriber who joined after the last event, unless a newer event has reached it
   * meanwhile.
   */
  async #greet(member: Member): Promise<void> {
    this.#greeting ??= this.#firstEvent();
    const payload = await this.#greeting;
    if (payload !== null && !member.greeted) this.#send(member, payload);
  }

  /** The first event of a new subscription: computed once for all who join at the same moment. */
  async #firstEvent(): Promise<Bytes | null> {
    const source = await this.#start();
    if (!(Symbol.asyncIterator in source)) return null;
    try {
      const first = await source.next();
      return first.done ? null : encoded(first.value);
    } catch (error) {
      this.#onError(error);
      return null;
    } finally {
      await source.return();
      this.#greeting = undefined;
    }
  }

  #send(member: Member, payload: Bytes): void {
    const { socket, stream } = member;
    if (!this.#members.has(member) || !takesMore(socket)) return;
    member.greeted = true;
    const length = member.head.length + payload.length;
    stream.write(this.#frameHeader(length) + member.head + payload, 'latin1');
  }

  #frameHeader(length: number): Bytes {
    if (length !== this.#lastHeader.length) {
      this.#lastHeader = { length, bytes: textFrameHeader(length).toString('latin1') };
    }
    return this.#lastHeader.bytes;
  }

  #leave(member: Member): void {
    if (!this.#members.delete(member) || this.#members.size > 0) return;
    this.#end();
    void this.#source.return();
  }

  #end(): void {
    this.ended = true;
    this.#forget();
  }
}

/** The end of every message that contains this result. */
function encoded(result: ExecutionResult): Bytes {
  return bytesOf(`${JSON.stringify(result)}}`);
}

function bytesOf(text: string): Bytes {
  return Buffer.from(text).toString('latin1');
}
