import { expect, it } from 'vitest';
import { errors } from '#messages/errors.ts';
import { bankAccountError } from './bankAccountChecks.ts';

const good = { accountNumber: '50100012345678', ifscCode: 'HDFC0001234', accountHolderName: 'Rangoli Games' };

it('takes an account with all its parts', () => {
  expect(bankAccountError(good)).toBeNull();
});

it('requires all three parts', () => {
  for (const field of Object.keys(good)) {
    expect(bankAccountError({ ...good, [field]: ' ' })).toBe(errors.required);
  }
});

it('takes digits only for the number, in groups too', () => {
  expect(bankAccountError({ ...good, accountNumber: '50A100' })).toBe('Account number should be a valid number.');
  expect(bankAccountError({ ...good, accountNumber: '5010 0123-4567 8' })).toBeNull();
});
