import type { DenialReason, TransactionDecision, TransactionType } from '../../gql/graphql.ts';
import { decision as decisionWords } from '#messages/admin/decision.ts';
import type { Wrong } from '../../ui/useForm.ts';

/** In characters (server/domain/wallet/README.md#withdrawals). */
export const maxMessageLength = 150;

export interface TypedDecision {
  readonly decision: TransactionDecision | null;
  readonly payoutReference: string;
  readonly denialReason: DenialReason | null;
  readonly message: string;
  /** Denied: the player's other requests of this kind too. */
  readonly others: boolean;
}

/** What a decision lacks: a payout's reference, a denial's reason. Nothing before one is chosen. */
export function checkDecision(
  { decision, payoutReference, denialReason, message }: TypedDecision,
  transactionType: TransactionType,
): Wrong<TypedDecision> {
  const texts = decisionWords;
  if (decision === 'APPROVE' && transactionType === 'DEBIT') {
    const valid = /^[a-z\d]{4,35}$/i.test(payoutReference.trim());
    return { payoutReference: valid ? null : texts.payoutReferenceMissing };
  }
  if (decision !== 'DENY') return {};
  return {
    denialReason: denialReason === null ? texts.reasonMissing : null,
    message: denialReason === 'OTHER' && message.trim() === '' ? texts.messageMissing : null,
  };
}

/** What belongs to the decision of what was typed: fields of the other choice are left out. */
export function groundsFor(
  { decision, payoutReference, denialReason }: TypedDecision,
  transactionType: TransactionType,
): { readonly payoutReference: string | null; readonly denialReason: DenialReason | null } {
  const payout = decision === 'APPROVE' && transactionType === 'DEBIT';
  return { payoutReference: payout ? payoutReference : null, denialReason: decision === 'DENY' ? denialReason : null };
}
