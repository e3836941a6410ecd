import { expect, it } from 'vitest';
import { readFilter, writeFilter, type PaymentFilter } from './paymentFilter.ts';

const usual: PaymentFilter = { status: 'PENDING', transactionType: null, oldestFirst: false, search: '' };

it('starts with what is pending, newest first, and keeps the address short', () => {
  expect(readFilter(new URLSearchParams())).toEqual(usual);
  expect(writeFilter(usual).toString()).toBe('');
});

it('reads from the address what it has written there', () => {
  const filters: PaymentFilter[] = [
    { ...usual, status: null },
    { status: 'FAILED', transactionType: 'DEBIT', oldestFirst: true, search: '₹5,000' },
  ];
  for (const filter of filters) expect(readFilter(writeFilter(filter))).toEqual(filter);
});

it('uses the defaults for unknown values', () => {
  expect(readFilter(new URLSearchParams('status=LOST&type=GIFT&order=random'))).toEqual(usual);
});
