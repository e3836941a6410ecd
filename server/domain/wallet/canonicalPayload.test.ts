import { expect, it } from 'vitest';
import { canonicalPayload } from './canonicalPayload.ts';

it('writes money, ids and instants as it did when the stored keys were made', () => {
  const payload = {
    amount: 40_00n,
    upiId: 'asha@okbank',
    message: null,
    left: undefined,
    at: new Date(7),
    list: [1n, true, 2.5],
  };
  expect(canonicalPayload(payload)).toBe(
    '{"amount":{"$bigint":"4000"},"upiId":"asha@okbank","message":null,"at":{"$instant":7},"list":[{"$bigint":"1"},true,2.5]}',
  );
});

it('distinguishes other values and other kinds of values', () => {
  const payloads = [
    { id: 1n },
    { id: 1 },
    { id: '1' },
    { id: null },
    {},
    { id: [1n] },
    { id: new Date(1) },
    { id: 2n },
  ];
  expect(new Set(payloads.map(canonicalPayload)).size).toBe(payloads.length);
});
