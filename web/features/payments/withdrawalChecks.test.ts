import { describe, expect, it } from 'vitest';
import { checkBankWithdrawal, checkUpiWithdrawal } from './withdrawalChecks.ts';

describe('a withdrawal to a UPI id', () => {
  const good = { amount: '100', upiId: 'me@bank', availablePaise: 10_000n };
  it.each([
    [{}, null],
    [{ upiId: ' ' }, 'Please fill in all required fields.'],
    [{ amount: '' }, 'Please fill in all required fields.'],
    [{ amount: '0' }, 'Amount must be greater than zero.'],
    [{ amount: '100.01' }, 'Entered amount exceeds available wallet balance.'],
  ])('%j: %s', (change, words) => {
    expect(checkUpiWithdrawal({ ...good, ...change })).toBe(words);
  });
});

describe('a withdrawal to a bank account', () => {
  const good = { amount: '100', accountNumber: '123', confirmation: '123', ifscCode: 'SBIN0', accountHolderName: 'Me' };
  it.each([
    [{}, null],
    [{ accountNumber: '' }, 'Please fill in all required fields.'],
    [{ confirmation: '124' }, 'Account numbers do not match.'],
    [{ amount: '0' }, 'Please enter a valid amount.'],
  ])('%j: %s', (change, words) => {
    expect(checkBankWithdrawal({ ...good, ...change })).toBe(words);
  });
});
