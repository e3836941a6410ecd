import { act, cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderHookApp } from '../../../tests/support/renderHookApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { usualFilter, type PaymentFilter } from './paymentFilter.ts';
import { useNewPayments } from './useNewPayments.ts';

function follow(filter: Partial<PaymentFilter> = {}, shown: readonly string[] = []) {
  const server = new ScriptedServer();
  const { result } = renderHookApp(() => useNewPayments({ ...usualFilter, ...filter }, new Set(shown)), server);
  const change = (id: string, status: string, transactionType = 'CREDIT') =>
    act(async () => server.send({ transactionChanged: transactionOf(id, status, transactionType) }));
  return { count: () => result.current.count, change };
}

function transactionOf(id: string, status: string, transactionType: string) {
  return {
    __typename: 'Transaction',
    id,
    status,
    transactionType,
    message: null,
    payoutReference: null,
    denialReason: null,
    updatedAt: '2026-11-20T07:42:00.000Z',
    createdAt: '2026-11-20T07:42:00.000Z',
    decidedAt: null,
    decidedBy: null,
    channel: 'UPI',
    amount: '30.00',
    reference: null,
    upiId: null,
    accountNumber: null,
    payee: null,
    payeeActive: true,
    promisedBy: null,
    claim: null,
    player: { __typename: 'User', id: 'user-1', uid: '48213907', name: 'Asha' },
    playerFlags: [],
    duplicates: [],
    heldBack: null,
    statementLine: null,
  };
}

afterEach(cleanup);

describe('new payments', () => {
  it('are those that wait for a decision, each counted once, until they are decided', async () => {
    const { count, change } = follow();
    await change('a', 'PENDING');
    await change('a', 'PENDING');
    await change('b', 'PENDING');
    expect(count()).toBe(2);
    await change('a', 'SUCCESS');
    expect(count()).toBe(1);
    for (const status of ['SUCCESS', 'FAILED', 'CANCELLED']) await change(`decided ${status}`, status);
    expect(count()).toBe(1);
  });

  it('are not counted while the list shows decided ones', async () => {
    const { count, change } = follow({ status: 'SUCCESS' });
    await change('a', 'PENDING');
    await change('b', 'SUCCESS');
    expect(count()).toBe(0);
  });

  it('are those that the list does not show and its filter matches', async () => {
    const { count, change } = follow({ transactionType: 'DEBIT' }, ['shown']);
    await change('shown', 'PENDING', 'DEBIT');
    await change('a', 'PENDING', 'CREDIT');
    expect(count()).toBe(0);
    await change('b', 'PENDING', 'DEBIT');
    expect(count()).toBe(1);
  });
});
