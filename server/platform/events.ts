import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Postgres refuses NOTIFY payloads of 8,000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_900;
/** Ends every payload. */
const PAYLOAD_SUFFIX = ']}';
const MAX_WAITING_PAYLOADS = 10_000;
const RETRY_MS = 1_000;
/**
 * Minimum time between two messages to the other servers: one message per batch of bets cost a twentieth of a bet's
 * time.
 */
const BATCH_INTERVAL_MS = 20;

/** Sends payloads to the other servers: Postgres NOTIFY, or NATS. */
export interface EventRelay {
  send(payloads: readonly string[]): Promise<void>;
}

/**
 * What brings events of other servers: the database those that a transaction sends, and the rest unless there is a bus of
 * its own for these.
 */
export type EventSource = 'database' | 'bus';

/**
 * Events of one program on several servers. Local listeners receive an event at once; other servers receive it through
 * the relay, some milliseconds later, in batches. A server misses events sent while its connection was broken:
 * `isWhole` is false meanwhile, and `onReconnect` is where state must be read again.
 */
export class EventBus<E extends { type: string }> {
  /** Starts every payload of this server. */
  readonly #payloadPrefix = `{"origin":"${randomUUID()}","events":[`;
  readonly #listeners = new Map<string, Set<(event: never) => void>>();
  readonly #reconnected = new Set<(gapMs: number) => void>();
  readonly #relay: EventRelay | undefined;
  readonly #onError: (error: unknown) => void;
  readonly #batchIntervalMs: number;
  #outgoing: E[] = [];
  #unsent: string[] = [];
  #flushing: Promise<void> | undefined;
  /** Since when each source is down, in milliseconds of this process's monotonic time; undefined: from the start. */
  readonly #down = new Map<EventSource, number | undefined>();
  readonly #hasOwnBus: boolean;
  /** Times that the bus came back after a break. */
  #busReconnects = 0;
  #stopped = false;

  /** Without a relay there are no other servers. */
  constructor(
    options: {
      relay?: EventRelay;
      onError?: (error: unknown) => void;
      batchIntervalMs?: number;
      /** The relay isn't the database's. */
      hasOwnBus?: boolean;
    } = {},
  ) {
    this.#relay = options.relay;
    this.#onError = options.onError ?? (() => {});
    this.#batchIntervalMs = options.batchIntervalMs ?? BATCH_INTERVAL_MS;
    if (options.relay !== undefined) this.#down.set('database', undefined);
    this.#hasOwnBus = options.hasOwnBus ?? false;
    if (this.#hasOwnBus) this.#down.set('bus', undefined);
  }

  /** How the bus is that isn't the database's; null where there is none. */
  get bus(): { isConnected: boolean; reconnects: number } | null {
    return this.#hasOwnBus ? { isConnected: !this.#down.has('bus'), reconnects: this.#busReconnects } : null;
  }

  /** False while events that a transaction sends may be missed: caches that depend on those must not be used. */
  get isConnected(): boolean {
    return !this.#down.has('database');
  }

  /** False while any event of another server may be missed. */
  get isWhole(): boolean {
    return this.#down.size === 0;
  }

  /** Call after commit. Listeners of this server run before it returns; those of other servers soon after. */
  publish(...events: E[]): void {
    this.deliver(...events);
    if (this.#relay === undefined || this.#stopped) return;
    this.#outgoing.push(...events);
    this.#flushing ??= this.#flushSoon();
  }

  /** Calls only the listeners of this server: for events whose payload is sent inside a transaction. */
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
   * The payloads that announce `events` to other servers, for callers that send them inside a transaction, so that no
   * crash can separate the change from its announcement.
   */
  payloads(events: readonly E[]): string[] {
    const payloads: string[] = [];
    let batch: string[] = [];
    let bytes = this.#payloadPrefix.length + PAYLOAD_SUFFIX.length;
    const close = () => {
      if (batch.length > 0) payloads.push(`${this.#payloadPrefix}${batch.join(',')}${PAYLOAD_SUFFIX}`);
      batch = [];
      bytes = this.#payloadPrefix.length + PAYLOAD_SUFFIX.length;
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

  /** Listens to one type of event. Returns the function that unsubscribes. */
  on<T extends E['type']>(type: T, listener: (event: Extract<E, { type: T }>) => void): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /**
   * Calls `listener` when the connection to other servers is restored after a gap in which events may have been missed,
   * with the gap's length in milliseconds since it was detected.
   */
  onReconnect(listener: (gapMs: number) => void): () => void {
    this.#reconnected.add(listener);
    return () => this.#reconnected.delete(listener);
  }

  /**
   * Handles a payload from the relay; this server's own payloads come back too and are ignored. Every client of the
   * database can send on its channels, so an invalid payload is reported and otherwise ignored.
   */
  receive(payload: string): void {
    if (payload.startsWith(this.#payloadPrefix)) return;
    try {
      const { events } = JSON.parse(payload) as { events: E[] };
      this.deliver(...events);
    } catch (error) {
      this.#onError(error);
    }
  }

  /** A connection to other servers is broken. */
  disconnected(source: EventSource = 'database'): void {
    this.#down.set(source, this.#down.get(source) ?? performance.now());
  }

  /** A connection to other servers is established. */
  reconnected(source: EventSource = 'database'): void {
    const since = this.#down.get(source);
    if (source === 'bus' && since !== undefined) this.#busReconnects += 1;
    const gapMs = since === undefined ? 0 : performance.now() - since;
    for (const listener of this.#reconnected) listener(gapMs);
    this.#down.delete(source);
  }

  /** Sends what is pending, then stops sending. */
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
        if (!this.#stopped) await delay(this.#batchIntervalMs);
      } catch (error) {
        this.#onError(error);
        if (this.#stopped) break;
        // Events only cause a refetch, so the oldest may be dropped when the relay is down for long.
        this.#unsent = [...sending, ...this.#unsent].slice(-MAX_WAITING_PAYLOADS);
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
    this.#flushing = undefined;
  }
}
