import { describe, expect, it } from 'vitest';
import { checkBankWithdrawal, checkUpiWithdrawal } from './withdrawalChecks.ts';

const missing = 'Please fill this in.';

function found(checked: Record<string, string | null>) {
  return Object.fromEntries(Object.entries(checked).filter(([, text]) => text !== null));
}

describe('a withdrawal to a UPI id', () => {
  const good = { amount: '100', upiId: 'me@bank', availablePaise: 10_000n };
  it.each([
    [{}, {}],
    [{ upiId: ' ' }, { upiId: missing }],
    [{ upiId: 'me' }, { upiId: 'A UPI ID looks like name@bank.' }],
    [
      { amount: '', upiId: '' },
      { amount: missing, upiId: missing },
    ],
    [{ amount: '0' }, { amount: 'Amount must be greater than zero.' }],
    [{ amount: '1.234' }, { amount: 'An amount has at most two decimals.' }],
    [{ amount: '99999999999' }, { amount: 'The largest possible amount is ₹1,00,00,000.' }],
    [{ amount: '100.01' }, { amount: 'Entered amount exceeds available wallet balance.' }],
  ])('%j: %j', (change, problems) => {
    expect(found(checkUpiWithdrawal({ ...good, ...change }))).toEqual(problems);
  });
});

describe('a withdrawal to a bank account', () => {
  const good = {
    amount: '100',
    accountNumber: '12345',
    confirmation: '12345',
    ifscCode: 'HDFC0001234',
    accountHolderName: 'Me',
  };
  it.each([
    [{}, {}],
    [
      { accountNumber: '', confirmation: '' },
      { accountNumber: missing, confirmation: missing },
    ],
    [{ confirmation: '12346' }, { confirmation: 'Account numbers do not match.' }],
    [{ accountNumber: '12x45', confirmation: '12x45' }, { accountNumber: 'An account number has 5 to 20 digits.' }],
    [
      { accountNumber: '00000000', confirmation: '00000000' },
      { accountNumber: 'An account number can’t be only zeros.' },
    ],
    [{ accountHolderName: '🙂🙂' }, { accountHolderName: 'A name has at least one letter.' }],
    [{ ifscCode: 'SBIN0' }, { ifscCode: 'An IFSC code has 11 characters, such as HDFC0001234.' }],
    [{ amount: '0' }, { amount: 'Please enter a valid amount.' }],
  ])('%j: %j', (change, problems) => {
    expect(found(checkBankWithdrawal({ ...good, ...change }))).toEqual(problems);
  });
});
