import { invalidInput } from '../ground/refusals/errors.ts';
import { readDenialReason, type DenialReason } from './denialReasons.ts';
import type { WalletTransaction } from './transaction.ts';

interface Decided {
  decision: 'APPROVE' | 'DENY';
  message: string | null;
  payoutReference: string | null;
  denialReason?: DenialReason | undefined;
  grounds?: 'required' | 'optional';
}

type Grounds = Pick<WalletTransaction, 'payoutReference' | 'denialReason'>;

/**
 * What a decision is based on: the payout's reference, or the denial's reason. Refuses with INVALID_INPUT what doesn't
 * belong to the decision, and what is missing while `grounds` are required.
 */
export function groundsOf(decided: Decided, pending: WalletTransaction): Grounds {
  const { decision, payoutReference, denialReason } = decided;
  const payout = decision === 'APPROVE' && pending.transactionType === 'debit';
  if (payoutReference !== null && !payout) {
    throw invalidInput('payoutReference', 'payoutReference belongs to an approved withdrawal');
  }
  if (decision === 'DENY') return { payoutReference, denialReason: reasonOf(decided, pending) };
  if (denialReason !== undefined) throw invalidInput('denialReason', 'denialReason belongs to a denial');
  return { payoutReference, denialReason: null };
}

function reasonOf({ denialReason, message, grounds }: Decided, pending: WalletTransaction): DenialReason | null {
  const reason = readDenialReason(denialReason, message, pending);
  if (reason === null && grounds === 'required') {
    throw invalidInput('denialReason', 'denialReason is required to deny', 'Please give a reason.');
  }
  return reason;
}
