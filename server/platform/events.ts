import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Postgres refuses NOTIFY payloads of 8,000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_900;
/** How all payloads end. */
const TAIL = ']}';
const MAX_WAITING_PAYLOADS = 10_000;
const RETRY_MS = 1_000;
/** Between two messages to the other servers: one for every batch of bets took a twentieth of a bet's time. */
const PAUSE_MS = 20;

/** Takes payloads to the other servers (Postgres NOTIFY). */
export interface EventRelay {
  send(payloads: readonly string[]): Promise<void>;
}

/**
 * Events of one program on several servers. Listeners here hear an event at once; the other servers hear it through the
 * relay, some milliseconds later, in batches. What was sent while a server had lost its connection it never hears:
 * `inTouch` says so, and `onRegained` tells when to read everything anew.
 */
export class EventBus<E extends { type: string }> {
  /** How all payloads of this server begin. */
  readonly #head = `{"origin":"${randomUUID()}","events":[`;
  readonly #listeners = new Map<string, Set<(event: never) => void>>();
  readonly #regained = new Set<(gapMs: number) => void>();
  readonly #relay: EventRelay | undefined;
  readonly #onError: (error: unknown) => void;
  readonly #pauseMs: number;
  #outgoing: E[] = [];
  #unsent: string[] = [];
  #flushing: Promise<void> | undefined;
  #inTouch: boolean;
  /** On the process's own clock. */
  #lostAt: number | undefined;
  #stopped = false;

  /** Without a relay there are no other servers to hear or to tell. */
  constructor(options: { relay?: EventRelay; onError?: (error: unknown) => void; pauseMs?: number } = {}) {
    this.#relay = options.relay;
    this.#onError = options.onError ?? (() => {});
    this.#pauseMs = options.pauseMs ?? PAUSE_MS;
    this.#inTouch = options.relay === undefined;
  }

  /** False while events of other servers may be passing unheard: nothing that relies on hearing them may be trusted. */
  get inTouch(): boolean {
    return this.#inTouch;
  }

  /** Call after commit. Listeners of this server run before it returns; other servers hear soon after. */
  publish(...events: E[]): void {
    this.deliver(...events);
    if (this.#relay === undefined || this.#stopped) return;
    this.#outgoing.push(...events);
    this.#flushing ??= this.#flushSoon();
  }

  /** Tells only the listeners of this server: for events whose payload travels inside a transaction. */
  deliver(...events: E[]): void {
    for (const event of events) {
      for (const listener of this.#listeners.get(event.type) ?? []) {
        try {
          (listener as (event: E) => void)(event);
        } catch (error) {
          this.#onError(error);
        }
      }
    }
  }

  /**
   * The payloads that tell other servers of `events`, for callers that send them inside a transaction, so that no crash
   * can come between the change and its announcement.
   */
  payloads(events: readonly E[]): string[] {
    const payloads: string[] = [];
    let batch: string[] = [];
    let bytes = this.#head.length + TAIL.length;
    const close = () => {
      if (batch.length > 0) payloads.push(`${this.#head}${batch.join(',')}${TAIL}`);
      batch = [];
      bytes = this.#head.length + TAIL.length;
    };
    for (const event of events) {
      const text = JSON.stringify(event);
      const needed = Buffer.byteLength(text) + ','.length;
      if (bytes + needed > MAX_PAYLOAD_BYTES) close();
      if (bytes + needed > MAX_PAYLOAD_BYTES) throw new RangeError(`event ${event.type} is too large to send`);
      batch.push(text);
      bytes += needed;
    }
    close();
    return payloads;
  }

  /** Listens to one type of event. Returns the function that ends it. */
  on<T extends E['type']>(type: T, listener: (event: Extract<E, { type: T }>) => void): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /**
   * Calls `listener` when this server hears the others again after a gap in which it may have missed events, with the
   * gap's length since it was noticed.
   */
  onRegained(listener: (gapMs: number) => void): () => void {
    this.#regained.add(listener);
    return () => this.#regained.delete(listener);
  }

  /**
   * A payload from the relay; this server's own come back too and are passed over. Anybody who may use the database can
   * send on its channels: what is no event of ours is reported and ends nothing.
   */
  receive(payload: string): void {
    if (payload.startsWith(this.#head)) return;
    try {
      const { events } = JSON.parse(payload) as { events: E[] };
      this.deliver(...events);
    } catch (error) {
      this.#onError(error);
    }
  }

  /** The connection that hears other servers is gone. */
  lost(): void {
    this.#inTouch = false;
    this.#lostAt ??= performance.now();
  }

  /** The connection that hears other servers stands (again). */
  regained(): void {
    const gapMs = this.#lostAt === undefined ? 0 : performance.now() - this.#lostAt;
    this.#lostAt = undefined;
    for (const listener of this.#regained) listener(gapMs);
    this.#inTouch = true;
  }

  /** Sends what is waiting, then sends no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#flushing;
  }

  async #flushSoon(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#outgoing.length > 0 || this.#unsent.length > 0) {
      this.#unsent.push(...this.payloads(this.#outgoing.splice(0)));
      const sending = this.#unsent.splice(0);
      try {
        await this.#relay?.send(sending);
        if (!this.#stopped) await delay(this.#pauseMs);
      } catch (error) {
        this.#onError(error);
        if (this.#stopped) break;
        // Events only ask for a re-read, so the oldest may be let go when the database stays away for long.
        this.#unsent = [...sending, ...this.#unsent].slice(-MAX_WAITING_PAYLOADS);
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
    this.#flushing = undefined;
  }
}
