import { describe, expect, it } from 'vitest';
import { parseBankAccount, parsePayoutReference, parseReference, parseUpiId } from './destination.ts';

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

  it.each(['', 'name', '@bank', 'name@', 'name@bank?am=1', 'a@b@c'])('refuses the UPI id %j', (text) => {
    expect(() => parseUpiId(text)).toThrow('name@bank');
  });

  it('reads account numbers and codes without what people put between, and UPI ids without white space', () => {
    const typed = { ...account, accountNumber: ' ००१२-3456 7890', ifscCode: 'hdfc 000 1234' };
    expect(parseBankAccount(typed)).toMatchObject({ accountNumber: '001234567890', ifscCode: 'HDFC0001234' });
    expect(parseUpiId('Asha @ Upi\u200b')).toBe('Asha@Upi');
  });

  it('keeps references as typed, beside their key', () => {
    expect(parseReference(' utr: ab12-cd34 ')).toEqual({ reference: 'utr: ab12-cd34', key: 'AB12CD34' });
    expect(parseReference('\u202d412345678901\u202c').reference).toBe('412345678901');
    expect(parsePayoutReference(' utr4123 ')).toBe('UTR4123');
  });

  it.each(['123', 'A'.repeat(36), 'NO 1', 'ßßßß', 'ab12ı', 'ab12\ncd34'])('refuses the reference %j', (text) => {
    expect(() => parseReference(text)).toThrow('4 to 35');
  });

  it('refuses more than 60 characters and characters that are no text', () => {
    expect(() => parseReference(`1234${' '.repeat(56)}5`)).toThrow('at most 60');
    expect(() => parseReference('1234\u00005')).toThrow('plain text');
    expect(() => parseReference(' ')).toThrow('required');
  });

  it.each(['123', 'UTR-7001', 'ßßßß', 'ab12ı', 'A'.repeat(36)])('refuses the payout reference %j', (text) => {
    expect(() => parsePayoutReference(text)).toThrow('4 to 35');
  });
});
