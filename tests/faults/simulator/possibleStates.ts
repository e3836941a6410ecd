import { setImmediate as immediate } from 'node:timers/promises';
import { type Answer, answerTo, isKeyed, type Request, scopeOf, type State, type Step, takeStep } from './model.ts';

/** A search that blocked the event loop for seconds would make the servers of this process refuse calls as overloaded. */
const STATES_PER_TURN = 50;

/** The result of a request: an answer, or none (connection lost, server failed). */
export type Seen = { known: true; answer: Answer; id?: string | undefined } | { known: false; why: string };

export interface Sent {
  readonly request: Request;
  /** How far the clock of the server that handled it was behind the others. */
  readonly behindMs: number;
}

export interface Call extends Sent {
  readonly seen: Seen;
}

/** One possible state: the state, and unanswered requests that may still take effect. */
interface Possible {
  state: State;
  inFlight: Sent[];
}

/** No order of events explains the server's answers under the model. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

/**
 * All states that the platform may be in after what was observed. A lost answer leaves two, one with the request's
 * effect and one without; each further answer rules some out. When none is left, the server was wrong.
 */
export class PossibleStates {
  #possible: Possible[];
  /** The server's ids of the things that requests created, by scope. */
  readonly #ids = new Map<string, string>();

  constructor(state: State) {
    this.#possible = [{ state, inFlight: [] }];
  }

  /** Any of the possible states, for properties that are the same in all of them. */
  get state(): State {
    const [first] = this.#possible;
    if (!first) throw new Disagreement('no state is possible');
    return first.state;
  }

  idOf(scope: string): string | undefined {
    return this.#ids.get(scope);
  }

  /** Requests of which it is unknown whether they took effect. */
  unresolved(): Request[] {
    const all = this.#possible.flatMap(({ inFlight }) => inFlight.map(({ request }) => request));
    return [...new Map(all.map((request) => [JSON.stringify(request), request])).values()];
  }

  /** Requests without a key can't be retried: those that had no effect by now will have none. */
  forgetUnkeyed(): void {
    const kept = this.#possible.map(({ state, inFlight }) => ({
      state,
      inFlight: inFlight.filter(({ request }) => isKeyed(request)),
    }));
    this.#possible = distinct(kept);
  }

  /**
   * Processes calls that were in flight at the same time as `chains` of the platform's own steps, each chain in order.
   * Rejects with a Disagreement when no order of all of them explains the answers.
   */
  async observe(calls: readonly Call[], chains: readonly Step[][] = []): Promise<void> {
    const lost = calls.flatMap(({ seen, ...sent }) => (seen.known ? [] : [sent]));
    const answered = calls.flatMap(({ seen, ...sent }) => (seen.known ? [{ ...sent, answer: seen.answer }] : []));
    const after: Possible[] = [];
    for (const { state, inFlight: before } of this.#possible) {
      const inFlight = withoutRepeats([...before, ...lost]);
      const beside = [...inFlight, ...answered].map(({ request }) => request);
      after.push(...(await outcomes({ state, inFlight }, answered, ordered(state, chains, beside))));
    }
    if (after.length === 0) throw new Disagreement(this.#explain(calls, chains));
    this.#possible = distinct(after.map(withoutSpent));
    for (const { request, seen } of calls) if (seen.known) this.#learnId(request, seen);
  }

  /** A key identifies one thing for ever, and no two keys identify the same. */
  #learnId(request: Request, { answer, id }: Extract<Seen, { known: true }>): void {
    if (!isKeyed(request) || answer.code !== 'OK' || id === undefined) return;
    const scope = scopeOf(request);
    const known = this.#ids.get(scope);
    if (known !== undefined && known !== id) throw new Disagreement(`${scope} was ${known} and now is ${id}`);
    const others = [...this.#ids].filter(([other, otherId]) => otherId === id && other !== scope);
    if (others.length > 0) throw new Disagreement(`${scope} and ${others[0]?.[0]} both made ${id}`);
    this.#ids.set(scope, id);
  }

  #explain(calls: readonly Call[], chains: readonly Step[][]): string {
    const lines = calls.map(
      ({ request, seen }) =>
        `  ${text(request)}\n    answered ${seen.known ? text(seen.answer) : `nothing (${seen.why})`}`,
    );
    const expected = this.#possible
      .slice(0, 4)
      .flatMap(({ state, inFlight }, index) => [
        `  possibility ${index + 1}: wallets ${text(state.wallets.map(({ available, held }) => ({ available, held })))}, in flight ${text(inFlight)}`,
        ...calls.map((call) => `    ${call.request.kind}: ${text(answerOf(state, call).answer)}`),
      ]);
    const steps = chains.flat().map((step) => `  ${text(step)}`);
    const moved = steps.length > 0 ? ['while the platform took the steps', ...steps] : [];
    return ['No order of events explains:', ...lines, ...moved, 'The model permits, before that:', ...expected].join(
      '\n',
    );
  }
}

interface Node extends Possible {
  /** Progress of each chain, and which calls have been answered. */
  positions: number[];
  done: boolean[];
}

/**
 * Reduces the number of chains without changing the outcomes: steps that don't affect concurrent calls, because they
 * belong to another game and move no player's money, run in one order.
 */
function ordered(state: State, chains: readonly Step[][], beside: readonly Request[]): Step[][] {
  const matters = (step: Step): boolean => {
    if (beside.length === 0 || step.kind === 'tick') return false;
    const [game] = step.gameId.split('-');
    const isNamed = beside.some((request) => 'gameId' in request && request.gameId.startsWith(`${game}-`));
    return isNamed || (step.kind === 'pay' && state.bets.some(({ gameId }) => gameId === step.gameId));
  };
  const free = chains.filter((chain) => chain.some(matters));
  const fixed = chains.filter((chain) => !chain.some(matters)).flat();
  // Payments come after decisions.
  const isPayment = ({ kind }: Step) => kind === 'pay';
  const inOrder = [...fixed.filter((step) => !isPayment(step)), ...fixed.filter(isPayment)];
  return [inOrder, ...free];
}

/** The states that result from all orders of the answered calls and chains consistent with the answers. */
async function outcomes(
  start: Possible,
  answered: readonly (Sent & { answer: Answer })[],
  chains: readonly Step[][],
): Promise<Possible[]> {
  const found: Possible[] = [];
  const visited = new Set<string>();
  const waiting: Node[] = [{ ...start, positions: chains.map(() => 0), done: answered.map(() => false) }];
  const visit = (node: Node) => {
    const key = `${keyOf(node)}${JSON.stringify([node.positions, node.done])}`;
    if (visited.has(key)) return;
    visited.add(key);
    waiting.push(node);
  };
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (visited.size % STATES_PER_TURN === 0) await immediate();
    const { state, inFlight, positions, done } = node;
    if (done.every(Boolean) && positions.every((position, index) => position === chains[index]?.length)) {
      found.push({ state, inFlight });
      continue;
    }
    chains.forEach((chain, index) => {
      const step = chain[positions[index] ?? 0];
      const next = step && takeStep(state, step);
      if (next) visit({ ...node, state: next, positions: positions.with(index, (positions[index] ?? 0) + 1) });
    });
    answered.forEach((call, index) => {
      if (done[index]) return;
      const { state: next, answer: right } = answerOf(state, call);
      if (text(right) === text(call.answer)) visit({ ...node, state: next, done: done.with(index, true) });
    });
    inFlight.forEach((sent, index) => {
      const { state: next } = answerOf(state, sent);
      if (next !== state) visit({ ...node, state: next, inFlight: inFlight.toSpliced(index, 1) });
    });
  }
  return found;
}

/** The database tolerates a server's clock to be behind by this much where an operator sets a number. */
const OVERRIDE_TOLERANCE_MS = 100;

/** By the clock of the server that handled it. */
function answerOf(state: State, { request, behindMs }: Sent): { state: State; answer: Answer } {
  if (behindMs === 0) return answerTo(state, request);
  const seenBehindMs = request.kind === 'overrideContest' ? Math.min(behindMs, OVERRIDE_TOLERANCE_MS) : behindMs;
  const asked = { ...state, now: state.now - seenBehindMs };
  const { state: next, answer } = answerTo(asked, request);
  return { state: next === asked ? state : { ...next, now: state.now }, answer };
}

/**
 * The same request with the same key takes effect once. Tracking each retry separately would give too many
 * possibilities.
 */
function withoutRepeats(inFlight: readonly Sent[]): Sent[] {
  const first = new Map<unknown, Sent>();
  for (const sent of inFlight) {
    const name = isKeyed(sent.request) ? JSON.stringify(sent) : sent;
    if (!first.has(name)) first.set(name, sent);
  }
  return [...first.values()];
}

/** A key with an answer has no further effect. */
function withoutSpent({ state, inFlight }: Possible): Possible {
  return {
    state,
    inFlight: inFlight.filter(({ request }) => !isKeyed(request) || !(scopeOf(request) in state.answers)),
  };
}

function distinct(possible: readonly Possible[]): Possible[] {
  return [...new Map(possible.map((each) => [keyOf(each), each])).values()];
}

const keys = new WeakMap<State, string>();

/** Equal for states that differ only in the order of events. */
function keyOf({ state, inFlight }: Possible): string {
  let key = keys.get(state);
  if (key === undefined) {
    const { rounds, answers, ...rest } = state;
    key = JSON.stringify([rest, Object.entries(rounds).toSorted(byName), Object.entries(answers).toSorted(byName)]);
    keys.set(state, key);
  }
  return `${key}${JSON.stringify(inFlight)}`;
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** Independent of the order of properties. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(byName))
      : part,
  );
}
