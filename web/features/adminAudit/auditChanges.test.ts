import { expect, it } from 'vitest';
import { auditChanges } from './auditChanges.ts';

it('puts what has changed before what was left alone', () => {
  expect(
    auditChanges(
      '{"amount":"5.00","status":"pending"}',
      '{"amount":"5.00","payoutReference":"UTR1","status":"success"}',
    ),
  ).toEqual([
    { name: 'status', before: 'pending', after: 'success' },
    { name: 'payoutReference', before: null, after: 'UTR1' },
    { name: 'amount', before: '5.00', after: '5.00' },
  ]);
});

it('reads what is new, and what is gone', () => {
  expect(auditChanges(null, '{"number":7}')).toEqual([{ name: 'number', before: null, after: '7' }]);
  expect(auditChanges('{"active":true}', null)).toEqual([{ name: 'active', before: 'true', after: null }]);
  expect(auditChanges(null, null)).toEqual([]);
});

it('leaves out what was nothing and stayed nothing', () => {
  expect(auditChanges(null, '{"payoutReference":null}')).toEqual([]);
});
