import { expect, it } from 'vitest';
import { nextPending } from './nextPending.ts';

const list = (statuses: string) =>
  Array.from(statuses, (status, at) => ({ id: `${at}`, status: status === 'p' ? 'PENDING' : 'SUCCESS' }));

it('goes on to the next request that waits, and back when none follows', () => {
  expect(nextPending(list('ppp'), '0')).toBe('1');
  expect(nextPending(list('psp'), '0')).toBe('2');
  expect(nextPending(list('pps'), '1')).toBe('0');
  expect(nextPending(list('sps'), '1')).toBeNull();
  expect(nextPending(list('pp'), 'elsewhere')).toBe('0');
});
