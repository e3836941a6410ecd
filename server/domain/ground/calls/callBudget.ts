import type { Budget } from './callCost.ts';
import type { CallKind } from './callKind.ts';
import type { Actor } from '../verbs/context.ts';

/** Values (GraphQL's complexity) that cost one point: about 1-2 ms of CPU of server and database together. */
export const VALUES_A_POINT = 100;
/** A short statement takes as much work as so many values. */
export const VALUES_A_STATEMENT = 25;

/** Whose bucket a call is taken from: the account's or, without a session, the address's. */
export interface Caller {
  readonly actor: Actor;
  /** The client's address; null behind a proxy that doesn't pass it on: then callers without a session have no bucket. */
  readonly address: string | null;
}

/** What is taken from a bucket. */
export interface Taken extends Caller {
  readonly kind: CallKind;
  readonly count: number;
  /** What the whole call costs, where a part of that has been taken before. Default: `count`. */
  readonly requested?: number;
}

/** How much a caller may ask for. */
export interface CallBudget {
  /**
   * Takes `count` bets, attempts or points (`other`) from the caller's bucket; a negative number gives them back. Throws
   * RATE_LIMITED above what is left, INVALID_INPUT above what a full bucket has.
   */
  take(call: Taken): void;
  /**
   * Resolves when work of so many points may begin (0: of a small call): at once for callers with a session, in turn for all
   * others. Undefined where that is now. Rejects with ServerBusyError where it would wait too long.
   */
  turn(caller: Caller, points: number): Promise<void> | undefined;
  /** The caller's bucket of points; null where it has none. */
  points(caller: Caller): Budget | null;
}

/** Takes a call whose work is small, and waits for its turn. Rejects with RATE_LIMITED, INVALID_INPUT (take), ServerBusyError. */
export async function takeSmallCall(budget: CallBudget, call: Taken): Promise<void> {
  budget.take(call);
  if (call.kind !== 'free') await budget.turn(call, 0);
}

/** Takes nothing and lets everything begin at once. */
export const unlimited: CallBudget = { take: () => {}, turn: () => undefined, points: () => null };
