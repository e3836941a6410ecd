import { expect, it } from 'vitest';
import { auditChanges } from './changes.ts';

const changes = (before: object | null, after: object | null) =>
  auditChanges({
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
  });

it('puts what has changed before what was left alone', () => {
  expect(
    changes({ amount: '5.00', status: 'pending' }, { amount: '5.00', payoutReference: 'UTR1', status: 'success' }),
  ).toEqual([
    { fact: 'status', kind: 'text', before: 'pending', after: 'success' },
    { fact: 'payoutReference', kind: 'text', before: null, after: 'UTR1' },
    { fact: 'amount', kind: 'money', before: '5.00', after: '5.00' },
  ]);
});

it('reads each fact by its kind, and paise as rupees', () => {
  const at = '2026-11-20T07:42:00.000Z';
  expect(changes({ maxBet: '1000000', active: true }, { maxBet: '5', active: false, number: 7, from: at })).toEqual([
    { fact: 'maxBet', kind: 'money', before: '10000.00', after: '0.05' },
    { fact: 'active', kind: 'boolean', before: 'true', after: 'false' },
    { fact: 'number', kind: 'number', before: null, after: '7' },
    { fact: 'from', kind: 'instant', before: null, after: at },
  ]);
});

it('has nothing where nothing was and nothing is', () => {
  expect(changes(null, null)).toEqual([]);
  expect(changes(null, { payoutReference: null })).toEqual([]);
});

it('reads as text what does not fit the kind, on both sides, and names that it does not know', () => {
  expect(changes({ to: '2026-11-20T07:42:00.000Z' }, { to: 'the own database' })).toEqual([
    { fact: 'to', kind: 'text', before: '2026-11-20T07:42:00.000Z', after: 'the own database' },
  ]);
  expect(changes({ maxBet: '100' }, { maxBet: 'a lot' })).toEqual([
    { fact: 'maxBet', kind: 'text', before: '100', after: 'a lot' },
  ]);
  expect(changes(null, { constructor: 'x', of: { a: 1 } })).toEqual([
    { fact: 'constructor', kind: 'text', before: null, after: 'x' },
    { fact: 'of', kind: 'text', before: null, after: '{"a":1}' },
  ]);
});
