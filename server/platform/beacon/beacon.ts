import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { OutboundClient } from '../outbound/client.ts';
import { type BeaconChain, roundFrom } from './chain.ts';
import { type BeaconRound, fetchRound } from './relays.ts';

export interface BeaconSource {
  readonly chain: BeaconChain;
  /** Base addresses of HTTP relays of drand. None: rounds open without the beacon, and those that wait for it still get it. */
  readonly relays: readonly string[];
}

interface FetchOptions {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Base addresses of further relays to ask. */
  readonly alsoFrom?: readonly string[] | undefined;
}

/** A beacon counts as reachable this long after a verified answer: rounds of a game fetch one every 30 s to 180 s. */
const REACHABLE_MS = 90_000;
/** A relay that has not answered a probe by then is not near enough for rounds of 30 s. */
const PROBE_TIMEOUT_MS = 5_000;

/** The public beacon as this server reaches it; unreachable where it has no relays. */
export class Beacon {
  readonly chain: BeaconChain;
  readonly relays: readonly string[];
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #outbound: OutboundClient;
  readonly #shared = new Map<number, Promise<boolean>>();
  #answeredAt = -Infinity;
  /** Whether the log last said that it is reachable. */
  #logged: boolean | null = null;

  constructor(
    { chain, relays }: BeaconSource,
    { clock, log, outbound }: { clock: Clock; log: Logger; outbound: OutboundClient },
  ) {
    this.chain = chain;
    this.relays = relays;
    this.#clock = clock;
    this.#log = log;
    this.#outbound = outbound;
  }

  /** Whether rounds open with it: it has relays of its own. */
  get isUsed(): boolean {
    return this.relays.length > 0;
  }

  /** Whether one of its own relays has lately given an answer that verified. */
  get isReachable(): boolean {
    return this.#clock.now() - this.#answeredAt < REACHABLE_MS;
  }

  /** The verified round, or null where none comes before `deadline` or the signal. */
  async fetch(round: number, { deadline, signal, alsoFrom = [] }: FetchOptions): Promise<BeaconRound | null> {
    const found = await fetchRound(
      {
        chain: this.chain,
        relays: [...new Set([...this.relays, ...alsoFrom])],
        clock: this.#clock,
        outbound: this.#outbound,
        onFailure: (relay, err) => this.#log.debug({ err, relay, round }, 'a relay of the beacon gave no round'),
      },
      round,
      { deadline, signal },
    );
    // New rounds open with these relays: whether others answer says nothing about them.
    if (found && this.relays.includes(found.relay)) this.#answeredAt = this.#clock.now();
    return found;
  }

  /** Does `work` for a round once at a time: games whose contests end together share it. */
  share(round: number, work: () => Promise<boolean>): Promise<boolean> {
    const running = this.#shared.get(round);
    if (running) return running;
    const begun = work().finally(() => this.#shared.delete(round));
    this.#shared.set(round, begun);
    return begun;
  }

  /** Fetches a past round, unless a relay has answered since half of the time for which an answer counts. */
  async probe(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    if (now - this.#answeredAt < REACHABLE_MS / 2) return;
    const { periodMs } = this.chain;
    await this.fetch(roundFrom(this.chain, now - 2 * periodMs), { deadline: now + PROBE_TIMEOUT_MS, signal });
    if (this.isReachable === this.#logged || signal.aborted) return;
    this.#logged = this.isReachable;
    if (this.#logged) this.#log.info('the beacon answers: rounds open under colour-pf/2');
    else this.#log.warn('the beacon is out of reach: rounds open under colour-pf/1');
  }
}
