import { expect, it } from 'vitest';
import {
  filterInput,
  isNarrowed,
  orderOf,
  readFilter,
  usualFilter,
  wrongRanges,
  writeFilter,
  type PaymentFilter,
} from './paymentFilter.ts';

it('starts with what is pending, the oldest first, and keeps the address short', () => {
  expect(readFilter(new URLSearchParams())).toEqual(usualFilter);
  expect(writeFilter(usualFilter).toString()).toBe('');
  expect(orderOf(usualFilter)).toBe('OLDEST_FIRST');
  expect(orderOf({ ...usualFilter, status: null })).toBe('NEWEST_FIRST');
});

const everything: PaymentFilter = {
  status: 'FAILED',
  transactionType: 'DEBIT',
  order: 'LARGEST_FIRST',
  search: '₹5,000',
  from: '2026-11-01T00:00',
  to: '2026-11-22T00:00',
  min: '1,000',
  max: '5000.5',
  channel: 'BANK',
  payee: 'payee-1',
  decidedBy: '48213907',
  inStatement: 'YES',
};

it('reads from the address what it has written there', () => {
  for (const filter of [{ ...usualFilter, status: null }, everything]) {
    expect(readFilter(writeFilter(filter))).toEqual(filter);
  }
});

it('uses the defaults for unknown values', () => {
  expect(readFilter(new URLSearchParams('status=LOST&type=GIFT&order=random&channel=cash'))).toEqual(usualFilter);
});

it('asks the server for instants and amounts, without a range that is wrong', () => {
  expect(filterInput(everything)).toEqual({
    status: 'FAILED',
    transactionType: 'DEBIT',
    channel: 'BANK',
    search: '₹5,000',
    from: '2026-10-31T18:30:00.000Z',
    to: '2026-11-21T18:30:00.000Z',
    minAmount: '1000.00',
    maxAmount: '5000.50',
    payeeId: 'payee-1',
    decidedBy: '48213907',
    inStatement: true,
  });
  const wrong = { ...everything, from: '2026-11-23T00:00', min: '6000' };
  expect(wrongRanges(wrong)).toEqual({ backwards: true, min: false, max: true });
  expect(filterInput(wrong)).toMatchObject({ from: null, to: null, minAmount: null, maxAmount: null });
});

it('takes a range of one amount, by which one payment is looked for', () => {
  const one = { ...everything, min: '500', max: '500' };
  expect(wrongRanges(one)).toEqual({ backwards: false, min: false, max: false });
  expect(filterInput(one)).toMatchObject({ minAmount: '500.00', maxAmount: '500.00' });
});

it('is narrowed by anything but status, type and order', () => {
  expect(isNarrowed({ ...everything, ...usualFilter, status: null, transactionType: 'DEBIT' })).toBe(false);
  for (const name of ['search', 'min', 'payee', 'channel', 'inStatement'] as const) {
    expect(isNarrowed({ ...usualFilter, [name]: everything[name] })).toBe(true);
  }
});
