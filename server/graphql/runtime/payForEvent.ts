import type { CallBudget, Caller } from '../../domain/ground/calls/callBudget.ts';
import { DomainError } from '../../domain/ground/refusals/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { ServerBusyError } from '../../platform/serverBusy.ts';

/** What an event costs, and whom. */
export interface EventPrice {
  readonly budget: CallBudget;
  readonly caller: Caller;
  readonly points: number;
}

/**
 * Takes the price of an event from its caller's bucket, waiting until that has enough: meanwhile further events of the same object
 * become one. Stops waiting once `isOver`.
 */
export async function payForEvent(
  { budget, caller, points }: EventPrice,
  clock: Clock,
  isOver: () => boolean,
): Promise<void> {
  await retried(() => budget.take({ kind: 'other', count: points, ...caller }), clock, isOver);
  await retried(() => budget.turn(caller, points), clock, isOver);
}

/** Tries until it isn't refused for a while. */
async function retried(attempt: () => unknown, clock: Clock, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      await attempt();
      return;
    } catch (error) {
      await passed(clock, secondsToWait(error));
    }
  }
}

/** Throws an error after which waiting doesn't help. */
function secondsToWait(error: unknown): number {
  if (error instanceof ServerBusyError) return error.retryAfterSeconds;
  if (error instanceof DomainError && error.code === 'RATE_LIMITED') return error.extra.retryAfterSeconds;
  throw error;
}

function passed(clock: Clock, seconds: number): Promise<void> {
  return new Promise((resolve) => void clock.at(clock.now() + seconds * 1_000, resolve));
}
