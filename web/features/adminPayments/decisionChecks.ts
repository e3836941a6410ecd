import type { DenialReason, TransactionDecision, TransactionType } from '../../gql/graphql.ts';
import { formatMoneyShort, moneyOf, paiseOf, readAmount } from '../../lib/money.ts';
import { decision as decisionWords } from '#messages/admin/decision.ts';
import type { Wrong } from '../../ui/useForm.ts';

/** In characters (server/domain/wallet/README.md#withdrawals). */
export const maxMessageLength = 150;

export interface TypedDecision {
  readonly decision: TransactionDecision | null;
  /** Deposit, approved: what arrived, in rupees; null: what was asked for. */
  readonly amount: string | null;
  /** Withdrawal, approved: the bank's reference, where it is paid already; else null. */
  readonly payoutReference: string | null;
  readonly denialReason: DenialReason | null;
  readonly message: string;
  /** Denied: the player's other requests of this kind too. */
  readonly others: boolean;
}

interface Grounds {
  readonly amount: string | null;
  readonly payoutReference: string | null;
  readonly denialReason: DenialReason | null;
}

interface Decidable {
  readonly transactionType: TransactionType;
  /** Asked for, in rupees. */
  readonly amount: string;
}

/** What a decision lacks: a payout's reference, another amount's cause, a denial's reason. Nothing before one is chosen. */
export function checkDecision(
  typed: TypedDecision,
  { transactionType, amount: asked }: Decidable,
): Wrong<TypedDecision> {
  const { decision, amount, payoutReference, denialReason, message } = typed;
  const texts = decisionWords;
  if (decision === 'APPROVE' && transactionType === 'CREDIT' && amount !== null) {
    const arrived = readAmount(amount);
    const isLess = arrived !== null && arrived > 0n && arrived < paiseOf(asked);
    return {
      amount: isLess ? null : texts.amountWrong(formatMoneyShort(asked)),
      message: message.trim() === '' ? texts.amountWhy : null,
    };
  }
  if (decision === 'APPROVE' && transactionType === 'DEBIT') {
    const valid = payoutReference === null || isPayoutReference(payoutReference);
    return { payoutReference: valid ? null : texts.payoutReferenceMissing };
  }
  if (decision !== 'DENY') return {};
  return {
    denialReason: denialReason === null ? texts.reasonMissing : null,
    message: denialReason === 'OTHER' && message.trim() === '' ? texts.messageMissing : null,
  };
}

/** Whether it may be a bank's reference of a payout, as the server has it. */
export function isPayoutReference(typed: string): boolean {
  return /^[a-z\d]{4,35}$/i.test(typed.trim());
}

/** What belongs to the decision of what was typed: fields of the other choice are left out. */
export function groundsFor(
  { decision, amount, payoutReference, denialReason }: TypedDecision,
  { transactionType, lineAmount }: Pick<Decidable, 'transactionType'> & { readonly lineAmount: string | null },
): Grounds {
  const approved = decision === 'APPROVE';
  const payout = approved && transactionType === 'DEBIT';
  const typed = amount === null ? null : readAmount(amount);
  const arrived = lineAmount ?? (typed === null ? null : moneyOf(typed));
  return {
    amount: approved && !payout ? arrived : null,
    payoutReference: payout ? payoutReference : null,
    denialReason: decision === 'DENY' ? denialReason : null,
  };
}
