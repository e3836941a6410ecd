import { describe } from 'vitest';
import { describeIdempotencyKey } from '../../../tests/support/idempotencyKey.ts';
import { useCancelWithdrawal } from './useCancelWithdrawal.ts';
import { useRequestDeposit } from './useRequestDeposit.ts';
import { useRequestWithdrawal } from './useRequestWithdrawal.ts';

const wallet = { __typename: 'Wallet', id: 'wallet-1', available: '70.00', held: '30.00' };
const transaction = {
  __typename: 'Transaction',
  id: 'transaction-1',
  transactionType: 'DEBIT',
  status: 'PENDING',
  beingChecked: false,
  channel: 'UPI',
  amount: '30.00',
  reference: null,
  upiId: 'asha@bank',
  accountNumber: null,
  ifscCode: null,
  accountHolderName: null,
  payee: null,
  message: null,
  payoutReference: null,
  createdAt: '2026-11-20T07:42:00.000Z',
  decidedAt: null,
};

describe('requesting a deposit', () => {
  const deposit = { amount: '30.00', reference: 'UTR1234', payeeId: 'payee-1' };
  describeIdempotencyKey({
    useSend: useRequestDeposit,
    request: deposit,
    other: { ...deposit, amount: '40.00' },
    field: 'requestDeposit',
    done: { __typename: 'RequestDepositPayload', transaction },
  });
});

describe('requesting a withdrawal', () => {
  const withdrawal = { amount: '30.00', upiId: 'asha@bank' };
  describeIdempotencyKey({
    useSend: useRequestWithdrawal,
    request: withdrawal,
    other: { ...withdrawal, amount: '40.00' },
    field: 'requestWithdrawal',
    done: { __typename: 'RequestWithdrawalPayload', transaction, wallet },
  });
});

describe('cancelling a withdrawal', () => {
  describeIdempotencyKey({
    useSend: () => useCancelWithdrawal().cancelWithdrawal,
    request: 'transaction-1',
    other: 'transaction-2',
    field: 'cancelWithdrawal',
    done: { __typename: 'CancelWithdrawalPayload', transaction, wallet },
  });
});
