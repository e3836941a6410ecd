import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Api, type Outcome, RetryLater } from './api.ts';
import { OpenRounds } from './openRounds.ts';
import { pick, register, signIn, signOut, type SimulatedPlayer, withRetries } from './simulatedPlayers.ts';

const SECOND = 1_000;
const stakes = ['10', '20', '50', '100'];
const questions = ['My payment does not show yet.', 'How long does a deposit take?', 'Thank you, it has arrived.'];

export interface CrowdOptions {
  readonly api: Api;
  readonly players: number;
  readonly keyFor: (email: string) => string;
  /** Ends the run: all simulated players sign out. */
  readonly signal: AbortSignal;
  /** Divides all waiting times, for tests. */
  readonly haste?: number;
}

/** What the crowd has done so far. */
export interface CrowdCounts {
  registered: number;
  present: number;
  bets: number;
  deposits: number;
  messages: number;
  departures: number;
  failures: number;
}

/**
 * Scripted players: each registers, plays, asks for a deposit, writes to support, leaves, and comes back. A player acts
 * every 8-20 s and two arrive a second, so that the crowd's rate is bounded by its size.
 */
export class Crowd {
  readonly counts: CrowdCounts = {
    registered: 0,
    present: 0,
    bets: 0,
    deposits: 0,
    messages: 0,
    departures: 0,
    failures: 0,
  };
  readonly #options: CrowdOptions;
  readonly #rounds: OpenRounds;
  readonly #haste: number;
  #lastFailure: unknown = undefined;

  constructor(options: CrowdOptions) {
    this.#options = options;
    this.#haste = options.haste ?? 1;
    this.#rounds = new OpenRounds(options.api);
  }

  /** The last failure of a call, to be shown. */
  get lastFailure(): unknown {
    return this.#lastFailure;
  }

  /** Resolves when the signal has ended the run and all players have signed out. */
  async run(): Promise<void> {
    const { players } = this.#options;
    await Promise.all(Array.from({ length: players }, (_, index) => this.#live(index)));
  }

  async #live(index: number): Promise<void> {
    let player: SimulatedPlayer | undefined;
    await this.#pause(index * 0.5, index * 0.5);
    while (!this.#over) {
      await this.#attempt(async () => {
        player ??= await this.#newcomer();
        await this.#visit(player);
      });
      await this.#pause(30, 180);
    }
  }

  async #newcomer(): Promise<SimulatedPlayer> {
    const { api, keyFor, signal } = this.#options;
    const player = await withRetries(() => register(api, keyFor), signal);
    this.counts.registered += 1;
    return player;
  }

  async #visit(player: SimulatedPlayer): Promise<void> {
    const { api, signal } = this.#options;
    const session = await withRetries(() => signIn(api, player), signal);
    this.counts.present += 1;
    try {
      const acts = 10 + Math.floor(Math.random() * 30);
      for (let act = 0; act < acts && !this.#over; act += 1) {
        await this.#attempt(() => this.#act(session.accessToken, act));
        await this.#pause(8, 20);
      }
    } finally {
      this.counts.present -= 1;
      await this.#attempt(() => signOut(api, session));
      this.counts.departures += 1;
    }
  }

  /** One thing that a player does: mostly a bet, once a visit a deposit or a word to support. */
  async #act(token: string, act: number): Promise<void> {
    if (act === 3) return this.#deposit(token);
    if (act === 7 && Math.random() < 0.2) return this.#write(token);
    const gameId = await this.#rounds.any();
    if (gameId === undefined) return;
    const { api } = this.#options;
    const selection =
      Math.random() < 0.6
        ? { color: pick(['GREEN', 'RED', 'VIOLET']) }
        : { number: pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) };
    const input = { gameId, selection, amount: pick(stakes), idempotencyKey: randomUUID() };
    const { code } = await api.perform('placeBet', input, '... on PlaceBetPayload { bet { id } }', token);
    if (code === undefined) this.counts.bets += 1;
    if (code === 'INSUFFICIENT_FUNDS')
      await api.perform('claimPlayCredit', { idempotencyKey: randomUUID() }, '', token);
  }

  /** Asks for a deposit unless one waits: the queue of payments grows by one for each player at most. */
  async #deposit(token: string): Promise<void> {
    const { api } = this.#options;
    const { viewer } = await api.query(
      '{ viewer { payee(channel: UPI) { id } transactions(first: 1, status: PENDING) { edges { node { id } } } } }',
      token,
    );
    const payee: Outcome | null | undefined = viewer?.['payee'];
    if (!payee || viewer?.['transactions'].edges.length > 0) return;
    const reference = `SIM${randomUUID().replaceAll('-', '').slice(0, 20)}`;
    const input = { payeeId: payee['id'], amount: pick(['100', '500']), reference, idempotencyKey: randomUUID() };
    const { code } = await api.perform('requestDeposit', input, '', token);
    if (code === undefined) this.counts.deposits += 1;
  }

  /** Raises a ticket, or writes in the one that is open. */
  async #write(token: string): Promise<void> {
    const { api } = this.#options;
    const { viewer } = await api.query('{ viewer { tickets(first: 1) { edges { node { id status } } } } }', token);
    const ticket: Outcome | undefined = viewer?.['tickets'].edges[0]?.node;
    const { code } =
      ticket?.['status'] === 'PENDING'
        ? await api.perform('sendTicketMessage', { ticketId: ticket['id'], message: pick(questions) }, '', token)
        : await api.perform(
            'raiseTicket',
            { ticketType: 'UPI_TRANSACTION_DELAYED', description: pick(questions) },
            '',
            token,
          );
    if (code === undefined) this.counts.messages += 1;
  }

  get #over(): boolean {
    return this.#options.signal.aborted;
  }

  /** A failed call is counted, and waited for as long as the server asks. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#over) return;
      this.counts.failures += 1;
      this.#lastFailure = error;
      if (error instanceof RetryLater) await this.#pause(error.waitMs / SECOND, (error.waitMs * 2) / SECOND);
    }
  }

  /** Between so many seconds; less once the crowd ends. */
  async #pause(from: number, to: number): Promise<void> {
    const ms = ((from + Math.random() * (to - from)) * SECOND) / this.#haste;
    await delay(ms, undefined, { signal: this.#options.signal }).catch(() => {});
  }
}
