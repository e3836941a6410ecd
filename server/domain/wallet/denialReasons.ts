import type { denialReason } from '../../../db/schema/wallet.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import type { WalletTransaction } from './transaction.ts';

export type DenialReason = (typeof denialReason.enumValues)[number];

/** What each reason is given for: deposits, withdrawals or both. */
const reasonsFor: Readonly<Record<DenialReason, readonly WalletTransaction['transactionType'][]>> = {
  NOT_RECEIVED: ['credit'],
  AMOUNT_DIFFERS: ['credit'],
  PAID_BY_OTHERS: ['credit'],
  ALREADY_CREDITED: ['credit'],
  ACCOUNT_INVALID: ['debit'],
  ACCOUNT_NOT_OWN: ['debit'],
  CHECK_NEEDED: ['credit', 'debit'],
  OTHER: ['credit', 'debit'],
};

/**
 * The reason of a denial as it is stored: a message alone is OTHER, and OTHER needs a message. Null without either.
 * Refuses with INVALID_INPUT a reason that isn't given for this type of request.
 */
export function readDenialReason(
  reason: DenialReason | undefined,
  message: string | null,
  { transactionType }: Pick<WalletTransaction, 'transactionType'>,
): DenialReason | null {
  if (reason === undefined) return message === null ? null : 'OTHER';
  if (!reasonsFor[reason].includes(transactionType)) {
    const type = transactionType === 'credit' ? 'deposit' : 'withdrawal';
    throw invalidInput('denialReason', `denialReason ${reason} is not given for a ${type}`);
  }
  if (reason === 'OTHER' && message === null) {
    throw invalidInput('message', 'message must give the reason', 'Please give a reason.');
  }
  return reason;
}
