import { sameBytes } from './bytes.ts';
import { cosignedAt, type LogState, parseNote, stateOf } from './checkpoint.ts';
import type { PublicRound } from './publicRound.ts';

/**
 * What is checked against the public log: that its entries say the same in the right order; that witnesses confirmed the root in
 * time; that a void round could be void.
 */
export const logSteps = ['log', 'witnessed', 'void'] as const;
export type LogStep = (typeof logSteps)[number];
/** A step that doesn't apply to a round is missing. */
export type LogChecks = Partial<Record<LogStep, boolean>>;

/** An entry's place in the log, and what it says. */
export interface LogEntry {
  readonly index: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The entries of one round. */
export class LoggedRound {
  readonly #entries = new Map<unknown, LogEntry>();
  /** Whether a step of the round was logged twice, or in another form. */
  isAmbiguous = false;

  add(entry: LogEntry): void {
    this.isAmbiguous ||= this.#entries.has(entry.data['type']) || entry.data['v'] !== 1;
    this.#entries.set(entry.data['type'], entry);
  }

  get(type: string): LogEntry | null {
    return this.#entries.get(type) ?? null;
  }

  /** Whether it has the last entries of a round. The seed of one that was void before its end comes after the refund, or never. */
  isComplete({ state, seed }: Pick<PublicRound, 'state' | 'seed'>): boolean {
    const ofVoid = ['void', 'refunded', ...(seed === null ? [] : ['seed'])];
    const last = { VOID: ofVoid, CLOSED: ['seed'] }[state] ?? ['settled'];
    return last.every((type) => this.#entries.has(type));
  }
}

/** What of a round is compared only where it was read: a round's page shows less than the file of a month. */
type Partly =
  | 'number'
  | 'chainId'
  | 'chainIndex'
  | 'startsAt'
  | 'evaluationTime'
  | 'profitabilityLevel'
  | 'ruleVersion'
  | 'bets'
  | 'payoutsByNumber'
  | 'stakes'
  | 'payouts'
  | 'overrideReason'
  | 'voidReason';
/** A round to compare; undefined what was not read. */
export type LoggableRound = Omit<PublicRound, Partly | 'stakesBySelection'> & {
  readonly [Field in Partly]?: PublicRound[Field] | undefined;
};

/** The log around a round's entries. */
export interface LogAround {
  /** The keys of a set of witnesses, by its number; null for one that is not in the log. */
  readonly witnessesOf: (id: unknown) => readonly string[] | null;
  /** Whether the log had this root at this size, `at` being the place of the state among those of the decision. */
  readonly hasState: (state: LogState, at: number) => boolean;
  /**
   * Whether a restore of the database began the log again before the game's next round opened, after this index. Null where that is
   * not at hand.
   */
  readonly isRestoredAfter: (index: number) => boolean | null;
}

/** Compares a round with its entries in the public log; null where it has none. */
export function checkLogged(round: LoggableRound, logged: LoggedRound | null, around: LogAround): LogChecks {
  if (logged === null) return { log: false };
  const set = logged.get('opened')?.data['witnesses'] ?? null;
  const isDecided = round.state !== 'VOID' && round.state !== 'CLOSED';
  const needsWitnesses = set !== null && isDecided && round.betsRoot !== null;
  const couldBeVoid = round.state === 'VOID' ? isVoidable(round, logged, around) : null;
  return {
    log: !logged.isAmbiguous && saysTheSame(round, logged),
    ...(needsWitnesses && { witnessed: isWitnessed(round, logged, around.witnessesOf(set) ?? [], around) }),
    ...(couldBeVoid !== null && { void: couldBeVoid }),
  };
}

/** Reasons of void rounds that are the server's own (void_unfair_contest, go-live, a restore). */
const unwitnessed = 'The list of its bets was not confirmed by a majority of the witnesses before its end.';
const playEnded = 'Play money ended here: from the next round on it is real money.';
const keyLost = 'The server was restored from a backup without the key of its draws.';
const voidableAfterMs = 7 * 86_400_000;
/** Rounds that opened earlier, without saying that they wait, were void where the beacon was silent for a minute. */
const allWaitFrom = Date.parse('2027-01-01T00:00:00Z');

/**
 * Whether a void round could be so. A round whose root is out waits for the beacon however long that takes: who could make it void
 * could withhold its number. Only owners may, a week after its end, as long as the beacon's round is nowhere published. Null of
 * rounds that opened before this rule.
 */
function isVoidable(
  { seed, betsRoot, beaconSignature, voidReason, endsAt }: LoggableRound,
  logged: LoggedRound,
  { isRestoredAfter }: LogAround,
): boolean | null {
  const opened = logged.get('opened')?.data ?? {};
  const { byOperator, voidedAt } = logged.get('void')?.data ?? {};
  if (seed === null) {
    // Its key was lost in a restore, which a round does not survive as its game's newest; an operator may have ended it before.
    const wasVoid = byOperator === true && Date.parse(String(voidedAt)) < Date.parse(endsAt);
    return voidReason === keyLost || wasVoid ? isRestoredAfter(logged.get('opened')?.index ?? Infinity) : false;
  }
  if (opened['waitsForBeacon'] !== true && Date.parse(String(opened['startsAt'])) < allWaitFrom) return null;
  if (betsRoot === null || voidReason === playEnded) return true;
  if (byOperator !== true) return (opened['witnesses'] ?? null) !== null && voidReason === unwitnessed;
  return beaconSignature === null && Date.parse(String(voidedAt)) >= Date.parse(endsAt) + voidableAfterMs;
}

function saysTheSame(round: LoggableRound, logged: LoggedRound): boolean {
  const { timelock, betsRoot, seed, state } = round;
  const isVoid = state === 'VOID';
  return (
    isOpenedThere(round, logged.get('opened')) &&
    (timelock === null ? logged.get('timelock') === null : has(logged.get('timelock'), { timelock })) &&
    (betsRoot === null ? logged.get('betsRoot') === null : has(logged.get('betsRoot'), { betsRoot })) &&
    (isVoid ? isVoidThere(round, logged) : state === 'CLOSED' ? isWaiting(round) : isDecidedThere(round, logged)) &&
    (logged.get('seed') === null || has(logged.get('seed'), { seed })) &&
    isInOrder(logged, isVoid ? [] : ['opened', 'timelock', 'betsRoot', 'seed', 'decided', 'settled'])
  );
}

/** Also that who decides was fixed then: the draw or, at its level, the profit rule. An operator may come after either. */
function isOpenedThere(round: LoggableRound, opened: LogEntry | null): boolean {
  const { commitment, drawVersion, beaconRound, number, chainId, chainIndex } = round;
  const { startsAt, evaluationTime, profitabilityLevel, ruleVersion } = round;
  const decider = round.decidedBy ?? round.wouldBeDecidedBy;
  const endsAt = new Date(round.endsAt).toISOString();
  return (
    has(opened, {
      commitment,
      drawVersion,
      beaconRound,
      number,
      chainId,
      chainIndex,
      startsAt,
      evaluationTime,
      endsAt,
    }) &&
    (decider !== 'DRAW' || has(opened, { randomize: true })) &&
    (decider !== 'PROFIT_RULE' || has(opened, { randomize: false, profitabilityLevel, ruleVersion }))
  );
}

function isVoidThere({ voidReason, overrideReason }: LoggableRound, logged: LoggedRound): boolean {
  const isUndecided = logged.get('decided') === null && (overrideReason ?? null) === null;
  return isUndecided && has(logged.get('void'), { reason: voidReason });
}

/** The log may be newer than what was read of the round. */
function isWaiting({ drawVersion, voidReason, overrideReason }: LoggableRound): boolean {
  return drawVersion !== 'colour-pf/1' && (voidReason ?? null) === null && (overrideReason ?? null) === null;
}

function isDecidedThere(round: LoggableRound, logged: LoggedRound): boolean {
  const { winningNumber, decidedBy, seed, betsRoot, beaconRound, beaconSignature, overrideReason: reason } = round;
  const { payoutsByNumber, bets, stakes, payouts, state } = round;
  const drawn = {
    winningNumber,
    decidedBy,
    seed,
    betsRoot,
    beaconRound,
    beaconSignature,
    payoutsByNumber,
    bets,
    reason,
  };
  const isPaid = state === 'SETTLED' || (payouts ?? null) !== null;
  return (
    logged.get('void') === null &&
    (round.voidReason ?? null) === null &&
    has(logged.get('decided'), isPaid ? { ...drawn, stakes } : drawn) &&
    (!isPaid || has(logged.get('settled'), { stakes, payouts }))
  );
}

/** Whether the entry is there and has these values; what is undefined was not read. */
function has(entry: LogEntry | null, values: Readonly<Record<string, unknown>>): boolean {
  return (
    entry !== null &&
    Object.entries(values).every(
      ([key, value]) => value === undefined || JSON.stringify(entry.data[key]) === JSON.stringify(value),
    )
  );
}

function isInOrder(logged: LoggedRound, types: readonly string[]): boolean {
  const places = types.flatMap((type) => logged.get(type)?.index ?? []);
  return places.every((index, at) => at === 0 || index > (places[at - 1] ?? Infinity));
}

/** Whether more than half of the witnesses confirmed, before the round's end, a state of this log with the root of its bets. */
function isWitnessed(
  { endsAt }: LoggableRound,
  logged: LoggedRound,
  vkeys: readonly string[],
  { hasState }: LogAround,
): boolean {
  const root = logged.get('betsRoot')?.index ?? Infinity;
  const confirmed = new Set<string>();
  for (const [at, text] of checkpointsOf(logged).entries()) {
    const note = parseNote(text);
    const state = note && stateOf(note.text);
    if (!note || !state || state.size <= root || !hasState(state, at)) continue;
    for (const vkey of vkeys) {
      const seconds = cosignedAt(note, vkey);
      if (seconds !== null && seconds * 1_000 < Date.parse(endsAt)) confirmed.add(vkey);
    }
  }
  return confirmed.size > vkeys.length / 2;
}

/** The states that the entry of the decision names. */
export function checkpointsOf(logged: LoggedRound): readonly string[] {
  const texts = logged.get('decided')?.data['checkpoints'];
  return Array.isArray(texts) ? texts.slice(0, 15).map(String) : [];
}

/** Whether the state is that of this root and size. */
export function isState(state: LogState, root: Uint8Array | null): boolean {
  return root !== null && sameBytes(state.root, root);
}
