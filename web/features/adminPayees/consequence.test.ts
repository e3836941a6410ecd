import { expect, it } from 'vitest';
import { consequenceOf } from './consequence.ts';

const upi = (id: string) => ({ id, upiId: `${id}@bank`, accountNumber: null });
const [shown, other] = [upi('shown'), upi('other')];

it('names the account that is shown no longer, where another one takes its place', () => {
  expect(consequenceOf('add', null, [shown, other], 'UPI').text).toContain('instead of shown@bank');
  expect(consequenceOf('show', 'other', [shown, other], 'UPI').text).toContain('instead of shown@bank');
  expect(consequenceOf('add', null, [], 'UPI').text).not.toContain('instead');
});

it('names the account that is shown next, and says so where players were not shown it', () => {
  expect(consequenceOf('remove', 'shown', [shown, other], 'UPI').text).toContain('shown other@bank');
  expect(consequenceOf('remove', 'other', [shown, other], 'UPI').text).toContain('not shown it now');
});

it('asks to confirm that deposits stop for the last active account alone', () => {
  expect(consequenceOf('deactivate', 'shown', [shown], 'BANK')).toMatchObject({ depositsStop: true });
  expect(consequenceOf('deactivate', 'shown', [shown, other], 'BANK')).toMatchObject({ depositsStop: false });
  expect(consequenceOf('remove', 'inactive', [shown], 'BANK')).toMatchObject({ depositsStop: false });
});
