import { describe, expect, it } from 'vitest';
import {
  isAccountNumber,
  isIfscCode,
  isReference,
  isUpiId,
  plainCode,
  plainUpiId,
  referenceKey,
} from './paymentTexts.ts';

describe('the key of a reference', () => {
  it.each([
    ['632145987012', '632145987012'],
    [' utr632145987012 ', '632145987012'],
    ['UTR: 6321-4598 7012', '632145987012'],
    ['UPI/632145987012', '632145987012'],
    ['Ref No 632145987012', '632145987012'],
    ['rrn:000632145987012', '632145987012'],
    ['६३२१४५९८७०१२', '632145987012'],
    ['٦٣٢١٤٥٩٨٧٠١٢', '632145987012'],
    ['６３２１４５９８７０１２', '632145987012'],
    ['\u202d632145987012\u202c', '632145987012'],
    ['6321\u200b4598\u00ad7012', '632145987012'],
    ['6321‑4598–7012', '632145987012'],
    ['axisn20261128abc', 'AXISN20261128ABC'],
    ['NEFTREF12', 'NEFTREF12'],
    ['UTRSBI000123456', 'UTRSBI000123456'],
    // Zeros in front may be all that tells short ones apart.
    ['00001234', '00001234'],
    ['0123456', '123456'],
    ['012345', '012345'],
    ['UTR 01234', 'UTR01234'],
    ['utr300', 'UTR300'],
    ['Ref No', 'REFNO'],
    ['0000', '0000'],
  ])('of %j is %j', (typed, key) => {
    expect(referenceKey(typed)).toBe(key);
    expect(isReference(typed)).toBe(true);
  });

  it.each([
    '',
    '123',
    'NO 1',
    'A'.repeat(36),
    'AB_12',
    'ßßßß',
    'ab12ı',
    'स12345',
    '1'.repeat(30) + ' '.repeat(31) + '2',
  ])('%j is no reference', (typed) => {
    expect(isReference(typed)).toBe(false);
  });
});

describe('a payment account', () => {
  it('is read without what people put between its digits', () => {
    expect(plainCode(' 0012-3456 ७८९०\u200b ')).toBe('001234567890');
    expect(isAccountNumber('0012-3456 7890')).toBe(true);
    expect(isAccountNumber('12a456')).toBe(false);
    expect(plainCode('hdfc 000-1234')).toBe('HDFC0001234');
    expect(isIfscCode('ｈｄｆｃ0001234')).toBe(true);
    expect(isIfscCode('ıcıc0001234')).toBe(false);
  });

  it.each(['name@bank', 'first.last-9@okhdfcbank', ' Asha @ upi\u200b', '9876543210@hdfc0001234.ifsc.npci'])(
    'may be the UPI id %j',
    (typed) => {
      expect(isUpiId(typed)).toBe(true);
      expect(plainUpiId(typed)).not.toMatch(/\s|\u200b/);
    },
  );

  it.each([
    'name@ok.bank',
    'name@ok-bank',
    'name@npci.bank',
    'name@.npci',
    'name@b',
    '',
    'n@',
    'name@bank?am=1',
    'a@b@c',
    'नाम@bank',
  ])('is not the UPI id %j', (typed) => {
    expect(isUpiId(typed)).toBe(false);
  });

  it('keeps the capitals of a UPI id', () => {
    expect(plainUpiId(' Asha.Rao@OkBank ')).toBe('Asha.Rao@OkBank');
  });
});
