import { setTimeout as delay } from 'node:timers/promises';
import { givenAdmin, givenPlayer, type Person, signIn } from '../../support/world/people.ts';
import { PossibleStates, type Call, Disagreement, type Seen } from './possibleStates.ts';
import { ledgerOf } from './books.ts';
import type { ClientFault } from './calls.ts';
import { dueSteps, initialState, isKeyed, type Keyed, type Moved, type Request, roundsAt, scopeOf } from './model.ts';
import { callerOf, type Json, post, type Posted, type Transport } from './wire.ts';
import type { World, WorldServer } from './world.ts';

export const PLAYERS = 2;
const FIRST_DEPOSIT = 100_000;
const RULES = { randomize: true, level: 4 };
const GRID_MS = 180_000;
/** Access tokens last 30 minutes. */
const TOKEN_MS = 20 * 60_000;
const MAX_UNRESOLVED = 2;
/**
 * A database that is unavailable for long leaves more. Each doubles the possibilities, so above this number all are
 * retried.
 */
const TOO_MANY_UNRESOLVED = 3;
const MAX_RETRIES = 20;
const RETRY_MS = 50;
/** How far the clock advances, in steps, while a round isn't paid: beyond the longest retry delay. */
const NUDGE_MS = 250;
const MAX_NUDGES = 60;

interface RoundShown {
  readonly state: string;
  readonly winningNumber: number | null;
}

/** The path of a request, and what happens to it. */
export interface Route {
  readonly server: number;
  readonly transport: Transport;
  readonly fault: ClientFault | null;
  /** Sent to the next server too, at the same moment. */
  readonly twice: boolean;
}

export interface Planned {
  readonly request: Request;
  readonly route: Route;
}

const PLAIN: Route = { server: 0, transport: 'rest', fault: null, twice: false };

/** Counts of what happened, over all histories. */
export interface Tally {
  histories: number;
  commands: number;
  faults: Record<string, number>;
}

export function emptyTally(): Tally {
  return { histories: 0, commands: 0, faults: {} };
}

/** A few players and an admin on the servers of a world, and the states that they may be in. */
export class History {
  readonly world: World;
  readonly possibleStates: PossibleStates;
  readonly tally: Tally;
  /** Requests with a key so far, sent or held back. */
  readonly made: Keyed[] = [];
  readonly #prefix: string;
  readonly #people: { players: Person[]; admin: Person };
  /** Why requests got no answer, in order. */
  readonly #whyLost: string[] = [];
  #signedInAt: number;
  #keys = 0;
  #isResolving = false;

  private constructor(world: World, tally: Tally, people: { players: Person[]; admin: Person }) {
    this.world = world;
    this.tally = tally;
    this.#people = people;
    this.#signedInAt = world.now;
    this.#prefix = `history${world.histories}x`;
    this.possibleStates = new PossibleStates(initialState(world.now, PLAYERS, RULES));
  }

  /** New players with a first deposit each, at the beginning of a round of every game. */
  static async begin(world: World, tally: Tally): Promise<History> {
    world.histories += 1;
    for (const each of world.running) await world.setBehind(each, 0);
    const { url } = await world.server(0);
    const server = { url, database: world.database };
    const admin = await givenAdmin(server);
    await admin.execute(
      `mutation ($level: Int!) {
         setRandomize(input: { randomize: true }) { __typename }
         setProfitabilityLevel(input: { value: $level, reason: "set by the simulator" }) { __typename } }`,
      { level: RULES.level },
    );
    await world.setTime(Math.ceil((world.now + 1) / GRID_MS) * GRID_MS);
    const players = await Promise.all(Array.from({ length: PLAYERS }, () => givenPlayer(server)));
    await Promise.all(world.running.map((each) => each.idle()));
    const history = new History(world, tally, { players, admin });
    for (let player = 0; player < PLAYERS; player++) await history.#firstDeposit(player);
    return history;
  }

  get now(): number {
    return this.world.now;
  }

  freshKey(): string {
    this.#keys += 1;
    return `key${this.#keys}`;
  }

  count(fault: string): void {
    this.tally.faults[fault] = (this.tally.faults[fault] ?? 0) + 1;
  }

  /** Sends one request without faults. Returns whether it was answered. */
  async ask(request: Request, server = 0): Promise<boolean> {
    return this.play([{ request, route: { ...PLAIN, server } }]);
  }

  /**
   * Sends requests concurrently, moving the clock to `instant` meanwhile if given. Returns whether all were answered.
   */
  async play(planned: readonly Planned[], instant?: number): Promise<boolean> {
    await this.#renewSessions();
    if (!this.#isResolving && this.possibleStates.unresolved().length > TOO_MANY_UNRESOLVED) await this.resolve();
    const mayLose = this.possibleStates.unresolved().length <= MAX_UNRESOLVED;
    const sendings = planned.flatMap(({ request, route }) => {
      if (isKeyed(request) && !this.made.includes(request)) this.made.push(request);
      const sure = mayLose ? route : { ...route, fault: null };
      if (route.fault !== null && mayLose) this.count(route.fault);
      if (!route.twice || !isKeyed(request)) return [this.#send(request, sure)];
      this.count('sentTwice');
      return [this.#send(request, sure), this.#send(request, { ...sure, server: (sure.server + 1) % 2 })];
    });
    const before = this.possibleStates.state;
    const moving = instant === undefined ? null : this.#moveTo(instant);
    // What one of them leaves running would move the clocks of the next history.
    await Promise.allSettled([...sendings, moving]);
    const [calls, moved] = await Promise.all([Promise.all(sendings), moving]);
    const chains = moved === null ? [] : dueSteps(before, moved);
    const arrived = calls.filter((call) => call !== null);
    await this.possibleStates.observe(arrived, chains);
    return calls.every((call) => call?.seen.known);
  }

  /** Disarms all faults and retries unanswered requests until they are answered. */
  async resolve(): Promise<void> {
    this.world.disarm();
    this.#isResolving = true;
    try {
      for (const request of this.possibleStates.unresolved().filter(isKeyed)) await this.#retry(request);
    } finally {
      this.#isResolving = false;
    }
  }

  async #retry(request: Keyed): Promise<void> {
    let tries = 0;
    while (!(await this.ask(request, tries % 2))) {
      tries += 1;
      // Servers of this process reject calls for a while after the model's computation has blocked the event loop.
      await delay(tries * RETRY_MS);
      if (tries === MAX_RETRIES) {
        const tail = this.#whyLost.slice(-MAX_RETRIES).join(', ');
        throw new Disagreement(`No answer to ${scopeOf(request)} in ${tries} tries: ${tail}`);
      }
    }
  }

  /** The server that a route names. */
  server(index: number): Promise<WorldServer> {
    return this.world.server(index);
  }

  async #send(request: Request, { server: index, transport, fault }: Route): Promise<Call | null> {
    const server = await this.world.server(index);
    if (request.kind === 'readTransfers') {
      const transfers = await ledgerOf(this.world.database, this.#person(request).uid);
      return { request, behindMs: 0, seen: { known: true, answer: { code: 'OK', transfers } } };
    }
    const names = { prefix: this.#prefix, idOf: (scope: string) => this.#idOf(scope) };
    const { path, body, key, read } = post(request, transport, names);
    const call = { url: server.url + path, token: this.#person(request).accessToken, body, key };
    const { behindMs } = server;
    const outcome = await this.world.clients.post(call, fault);
    if (outcome.lost) {
      this.#whyLost.push(outcome.why);
      return outcome.neverArrived ? null : { request, behindMs, seen: { known: false, why: outcome.why } };
    }
    if (wasTurnedAway(outcome)) {
      this.#whyLost.push('turned away by an overloaded server');
      return null;
    }
    const seen = seenIn(outcome, read, () => server.link.strikes > 0);
    if (!seen.known) this.#whyLost.push(seen.why);
    return { request, behindMs, seen };
  }

  #idOf(scope: string): string {
    const id = this.possibleStates.idOf(scope);
    if (id === undefined) throw new Error(`${scope} has no id yet`);
    return id;
  }

  #person(request: Request): Person {
    const asker = callerOf(request);
    const person = asker === 'admin' ? this.#people.admin : this.#people.players[asker];
    if (!person) throw new RangeError(`no player ${asker}`);
    return person;
  }

  /** Advances all clocks in steps until rounds past their closing are closed, ended ones are paid and the next ones run. */
  async #moveTo(instant: number): Promise<Moved> {
    const ticks = [instant];
    for (let nudges = 0; nudges < MAX_NUDGES; nudges++) {
      const now = ticks.at(-1) ?? instant;
      await this.world.setTime(now);
      await Promise.all(this.world.running.map((server) => server.idle()));
      const shown = await this.#shownAt(now, nudges % 2);
      if (shown) return { ticks, ...shown };
      ticks.push(now + NUDGE_MS);
    }
    throw new Disagreement(
      `Rounds due at ${new Date(instant).toISOString()} were not paid in ${MAX_NUDGES * NUDGE_MS} ms.`,
    );
  }

  /** The outcome of what was due at `now`; null while some of it is pending. */
  async #shownAt(now: number, index: number): Promise<Omit<Moved, 'ticks'> | null> {
    const rounds = roundsAt(this.possibleStates.state, now);
    const states = await this.#readRounds(Object.values(rounds).flat(), index);
    if (states === null) return null;
    const stateOf = (gameId: string) => states[gameId]?.state ?? 'MISSING';
    const isDone =
      rounds.open.every((gameId) => stateOf(gameId) !== 'MISSING') &&
      rounds.closed.every((gameId) => !['MISSING', 'OPEN'].includes(stateOf(gameId))) &&
      rounds.optional.every((gameId) => stateOf(gameId) !== 'OPEN') &&
      rounds.ended.every((gameId) => stateOf(gameId) === 'SETTLED');
    if (!isDone) return null;
    return {
      numbers: Object.fromEntries(rounds.ended.map((gameId) => [gameId, states[gameId]?.winningNumber ?? -1])),
      openedLate: rounds.optional.filter((gameId) => stateOf(gameId) !== 'MISSING'),
    };
  }

  /** State and winning number of rounds, by game id; null when there is no answer. */
  async #readRounds(gameIds: readonly string[], index: number): Promise<Record<string, RoundShown | null> | null> {
    const { url } = await this.world.server(index);
    const fields = gameIds.map((gameId, at) => `r${at}: contest(gameId: "${gameId}") { state winningNumber }`);
    const body = { query: `{ ${fields.join(' ')} }` };
    const outcome = await this.world.clients.post({
      url: `${url}/graphql`,
      token: this.#people.admin.accessToken,
      body,
    });
    const { data } = (outcome.lost ? {} : outcome.body) as Json;
    return data ? Object.fromEntries(gameIds.map((gameId, at) => [gameId, data[`r${at}`]])) : null;
  }

  async #firstDeposit(player: number): Promise<void> {
    const deposit: Keyed = {
      kind: 'requestDeposit',
      player,
      key: this.freshKey(),
      paise: FIRST_DEPOSIT,
      reference: 1000 + player,
    };
    await this.ask(deposit);
    await this.ask({ kind: 'decideTransaction', key: this.freshKey(), payment: scopeOf(deposit), approve: true });
  }

  async #renewSessions(): Promise<void> {
    if (this.now - this.#signedInAt < TOKEN_MS) return;
    this.#signedInAt = this.now;
    const { url } = await this.world.server(0);
    const renew = async ({ email, password }: Person) => {
      for (let tries = 0; tries < 5; tries++) {
        // An armed fault may trigger here too.
        const renewed = await signIn({ url, database: this.world.database }, email, password).catch(() => null);
        if (renewed) return renewed;
      }
      throw new Error(`${email} can't sign in`);
    };
    this.#people.admin = await renew(this.#people.admin);
    this.#people.players = await Promise.all(this.#people.players.map(renew));
  }
}

/** An overloaded server rejects requests before it processes them, so they have no effect. */
function wasTurnedAway({ status, body }: { status: number; body: unknown }): boolean {
  const { code, errors } = body as Json;
  return status === 503 && (code ?? errors?.[0]?.extensions?.code) === 'SERVER_BUSY';
}

/** A failing server is uncertain too, but only where its database was cut off. */
function seenIn(
  { status, body }: { status: number; body: unknown },
  read: Posted['read'],
  mayFail: () => boolean,
): Seen {
  const { code, errors } = body as Json;
  const hasFailed = status >= 500 || errors !== undefined;
  if (hasFailed) {
    if (status === 503 || mayFail()) return { known: false, why: `status ${status}` };
    throw new Disagreement(`The server failed without cause: ${status} ${JSON.stringify(body)}`);
  }
  if (status !== 200) return { known: true, answer: { code: String(code) } };
  return { known: true, ...read(body) };
}
