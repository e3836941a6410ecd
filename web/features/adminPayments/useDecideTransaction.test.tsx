import { describe } from 'vitest';
import { describeIdempotencyKey } from '../../../tests/support/idempotencyKey.ts';
import { useDecideTransaction, type Decision } from './useDecideTransaction.ts';

const decision: Decision = {
  transactionId: 'transaction-1',
  decision: 'APPROVE',
  amount: null,
  message: 'received',
  payoutReference: null,
  denialReason: null,
};

describe('deciding a transaction', () => {
  describeIdempotencyKey({
    useSend: () => useDecideTransaction().decide,
    request: decision,
    other: { ...decision, message: 'received today' },
    field: 'decideTransaction',
    done: {
      __typename: 'DecideTransactionPayload',
      transaction: {
        __typename: 'Transaction',
        id: 'transaction-1',
        status: 'SUCCESS',
        transactionType: 'CREDIT',
        message: 'received',
        payoutReference: null,
        denialReason: null,
        updatedAt: '2026-11-20T07:42:00.000Z',
        decidedAt: '2026-11-20T07:42:00.000Z',
        decidedBy: null,
      },
    },
  });
});
