import { expect, it } from 'vitest';
import { decision as texts } from '#messages/admin/decision.ts';
import { checkDecision, groundsFor, type TypedDecision } from './decisionChecks.ts';

const typed: TypedDecision = {
  decision: null,
  amount: null,
  payoutReference: '',
  denialReason: null,
  message: '',
  others: false,
};
const wrongWith = (changes: Partial<TypedDecision>, type: 'CREDIT' | 'DEBIT') => {
  const found = Object.entries(checkDecision({ ...typed, ...changes }, { transactionType: type, amount: '1000.00' }));
  return Object.fromEntries(found.filter(([, text]) => text !== null));
};

it('asks for the bank’s reference of a payout, and for none of a deposit', () => {
  const approve = { decision: 'APPROVE' } as const;
  expect(wrongWith(approve, 'CREDIT')).toEqual({});
  for (const payoutReference of ['', 'UTR', 'UTR-4200', 'x'.repeat(36)]) {
    expect(wrongWith({ ...approve, payoutReference }, 'DEBIT')).toEqual({
      payoutReference: texts.payoutReferenceMissing,
    });
  }
  expect(wrongWith({ ...approve, payoutReference: ' utr4200 ' }, 'DEBIT')).toEqual({});
});

it('asks for the reason of a denial, and for words where the list has none', () => {
  const deny = { decision: 'DENY' } as const;
  expect(wrongWith({ ...deny, message: 'No' }, 'CREDIT')).toEqual({ denialReason: texts.reasonMissing });
  expect(wrongWith({ ...deny, denialReason: 'OTHER', message: ' ' }, 'CREDIT')).toEqual({
    message: texts.messageMissing,
  });
  expect(wrongWith({ ...deny, denialReason: 'NOT_RECEIVED' }, 'CREDIT')).toEqual({});
});

it('asks for less than the player asked for, and for words, where another amount arrived', () => {
  const approve = { decision: 'APPROVE', message: 'The bank kept a fee.' } as const;
  expect(wrongWith({ ...approve, amount: '990.50' }, 'CREDIT')).toEqual({});
  for (const amount of ['', '0', '1000', '1,000.01', '9.999', '-5', 'ten']) {
    expect(wrongWith({ ...approve, amount }, 'CREDIT')).toEqual({ amount: texts.amountWrong('₹1,000') });
  }
  expect(wrongWith({ ...approve, amount: '990', message: ' ' }, 'CREDIT')).toEqual({ message: texts.amountWhy });
});

it('sends what belongs to the decision alone', () => {
  const both = { ...typed, amount: '1,990.5', payoutReference: 'UTR4200', denialReason: 'OTHER' } as const;
  const nothing = { amount: null, payoutReference: null, denialReason: null };
  const credit = { transactionType: 'CREDIT', lineAmount: null } as const;
  const debit = { transactionType: 'DEBIT', lineAmount: null } as const;
  expect(groundsFor({ ...both, decision: 'APPROVE' }, debit)).toEqual({ ...nothing, payoutReference: 'UTR4200' });
  expect(groundsFor({ ...both, decision: 'APPROVE' }, credit)).toEqual({ ...nothing, amount: '1990.50' });
  expect(groundsFor({ ...both, decision: 'DENY' }, debit)).toEqual({ ...nothing, denialReason: 'OTHER' });
  const line = { ...credit, lineAmount: '10100.00' };
  expect(groundsFor({ ...both, amount: null, decision: 'APPROVE' }, line)).toEqual({ ...nothing, amount: '10100.00' });
  expect(groundsFor({ ...both, amount: null, decision: 'APPROVE' }, credit)).toEqual(nothing);
});
