import { expect, it } from 'vitest';
import { decision as texts } from '#messages/admin/decision.ts';
import { checkDecision, groundsFor, type TypedDecision } from './decisionChecks.ts';

const typed: TypedDecision = { decision: null, payoutReference: '', denialReason: null, message: '', others: false };
const wrongWith = (changes: Partial<TypedDecision>, type: 'CREDIT' | 'DEBIT') => {
  const found = Object.entries(checkDecision({ ...typed, ...changes }, type));
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

it('sends what belongs to the decision alone', () => {
  const both = { ...typed, payoutReference: 'UTR4200', denialReason: 'OTHER' } as const;
  expect(groundsFor({ ...both, decision: 'APPROVE' }, 'DEBIT')).toEqual({
    payoutReference: 'UTR4200',
    denialReason: null,
  });
  expect(groundsFor({ ...both, decision: 'APPROVE' }, 'CREDIT')).toEqual({ payoutReference: null, denialReason: null });
  expect(groundsFor({ ...both, decision: 'DENY' }, 'DEBIT')).toEqual({ payoutReference: null, denialReason: 'OTHER' });
});
