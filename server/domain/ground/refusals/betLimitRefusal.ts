import type { Paise } from '../../../../db/columns.ts';
import { DomainError } from './errors.ts';

/** Which of a round's limits a bet is beyond. */
export type BetLimit = 'MIN_BET' | 'MAX_BET' | 'MAX_STAKE' | 'MAX_PAYOUT';

/**
 * The refusal of a bet beyond a limit of its round. `possible`: for MIN_BET the smallest amount, otherwise the largest one
 * that was possible then.
 */
export function betLimitRefusal(limit: BetLimit, possible: Paise): Error {
  return new DomainError('LIMIT_EXCEEDED', 'This bet is beyond a limit of this round.', {
    field: 'amount',
    limit,
    possiblePaise: possible,
    detail: detailOf(limit, possible),
  });
}

function detailOf(limit: BetLimit, possible: Paise): string {
  if (possible === 0n) return 'nothing more is possible on this selection';
  const amount = `${possible / 100n}.${String(possible % 100n).padStart(2, '0')}`;
  return limit === 'MIN_BET' ? `at least ${amount}` : `at most ${amount}`;
}
