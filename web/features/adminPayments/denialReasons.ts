import type { DenialReason, TransactionType } from '../../gql/graphql.ts';

/** The reasons that fit each type of request, the most frequent first (server/domain/wallet/README.md#withdrawals). */
export const denialReasons: Readonly<Record<TransactionType, readonly DenialReason[]>> = {
  CREDIT: ['NOT_RECEIVED', 'AMOUNT_DIFFERS', 'PAID_BY_OTHERS', 'ALREADY_CREDITED', 'CHECK_NEEDED', 'OTHER'],
  DEBIT: ['ACCOUNT_INVALID', 'ACCOUNT_NOT_OWN', 'CHECK_NEEDED', 'OTHER'],
};
