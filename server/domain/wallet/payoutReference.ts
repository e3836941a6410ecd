import { invalidInput, type DomainError } from '../ground/refusals/errors.ts';

/** INVALID_INPUT for the reference of a payout that was made; a constraint refuses it at the payout. */
export function referenceOfAnother(): DomainError {
  return invalidInput('payoutReference', 'payoutReference belongs to another payout already');
}
