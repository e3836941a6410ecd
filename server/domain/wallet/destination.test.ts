import { describe, expect, it } from 'vitest';
import { parseBankAccount, parseReference, parseUpiId } from './destination.ts';

const account = { accountNumber: '001234567890', ifscCode: 'hdfc0001234', accountHolderName: ' Asha Rao ' };

describe('where money can go', () => {
  it('keeps leading zeros of an account number and writes the IFSC code in capitals', () => {
    expect(parseBankAccount(account)).toEqual({
      accountNumber: '001234567890',
      ifscCode: 'HDFC0001234',
      accountHolderName: 'Asha Rao',
    });
  });

  it.each([
    [{ accountNumber: '12a456' }, 'Account number should be a valid number.'],
    [{ accountNumber: '00000000' }, 'must not be only zeros'],
    [{ accountHolderName: '12345' }, 'must have a letter'],
    [{ accountHolderName: '🙂🙂' }, 'must have a letter'],
    [{ accountNumber: '' }, 'Account number should be a valid number.'],
    [{ ifscCode: 'HDFC123' }, 'IFSC'],
    [{ ifscCode: 'ıcıc0001234' }, 'IFSC'],
    [{ accountHolderName: ' ' }, 'accountHolderName'],
    [{ accountHolderName: 'a\u0000b' }, 'accountHolderName'],
  ])('refuses %j', (wrong, why) => {
    expect(() => parseBankAccount({ ...account, ...wrong })).toThrow(why);
  });

  it.each(['name@bank', 'first.last-9@okhdfcbank', ' asha@upi '])('takes the UPI id %j', (text) => {
    expect(parseUpiId(text)).toBe(text.trim());
  });

  it.each(['', 'name', '@bank', 'name@', 'na me@bank', 'name@bank?am=1', 'a@b@c'])('refuses the UPI id %j', (text) => {
    expect(() => parseUpiId(text)).toThrow('name@bank');
  });

  it('keeps references in capitals', () => {
    expect(parseReference(' ab12cd ')).toBe('AB12CD');
  });

  it.each(['', '123', 'A'.repeat(36), 'AB-12', 'AB 12', 'ßßßß', 'ab12ı'])('refuses the reference %j', (text) => {
    expect(() => parseReference(text)).toThrow('4 to 35');
  });
});
