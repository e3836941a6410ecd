import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../refusals/errors.ts';
import { MAX_AMOUNT, formatRupees, fromRupeesNumber, paiseText, parseRupees, toRupeesNumber } from './money.ts';

const amounts = fc.bigInt({ min: 1n, max: MAX_AMOUNT });

function refusal(act: () => unknown): DomainError {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('an amount of money', () => {
  it('survives the way out and back, as text', () => {
    fc.assert(
      fc.property(amounts, (value) => {
        expect(parseRupees(formatRupees(value))).toBe(value);
      }),
    );
  });

  it('survives the way out and back, as a JSON number', () => {
    fc.assert(
      fc.property(amounts, (value) => {
        const overTheWire = JSON.parse(JSON.stringify(toRupeesNumber(value))) as number;
        expect(fromRupeesNumber(overTheWire)).toBe(value);
      }),
    );
  });

  it('is digits of paise in events, and null stays null', () => {
    expect([paiseText(MAX_AMOUNT), paiseText(null)]).toEqual(['1000000000', null]);
  });

  it('is read from the forms people type', () => {
    expect(parseRupees('1234.50')).toBe(123_450n);
    expect(parseRupees('1234.5')).toBe(123_450n);
    expect(parseRupees('1234')).toBe(123_400n);
    expect(parseRupees('0.01')).toBe(1n);
    expect(fromRupeesNumber(0.1)).toBe(10n);
    expect(fromRupeesNumber(1_00_00_000)).toBe(MAX_AMOUNT);
  });

  it.each(['', ' 1', '1 ', '1,000', '+1', '1.', '.5', '1e3', '0x10', 'NaN', 'Infinity', '١'])('refuses %j', (text) => {
    expect(refusal(() => parseRupees(text)).code).toBe('INVALID_INPUT');
  });

  it.each([
    ['1.001', 'two decimals'],
    ['1.100', 'two decimals'],
    ['0', 'greater than zero'],
    ['0.00', 'greater than zero'],
    ['-5', 'greater than zero'],
    ['10000000.01', 'exceed'],
    ['999999999999999', 'exceed'],
  ])('refuses %s, saying why and naming the field', (text, why) => {
    const { extra } = refusal(() => parseRupees(text, 'betAmount'));
    expect(extra.field).toBe('betAmount');
    expect(extra.detail).toContain(why);
  });

  it.each([NaN, Infinity, -Infinity, 0, -0, -1, 0.001, 0.1 + 0.2, 1e-9, 1e15, 1e22, 10_000_000.01])(
    'refuses the number %d',
    (number) => {
      expect(refusal(() => fromRupeesNumber(number)).code).toBe('INVALID_INPUT');
    },
  );

  it.each([
    ['amount must be an amount in rupees, such as 1234.50', () => parseRupees('x')],
    ['amount must be a finite number of rupees', () => fromRupeesNumber(NaN)],
    ['amount must have at most two decimals', () => fromRupeesNumber(1e-9)],
    ['amount must not exceed ₹1,00,00,000', () => fromRupeesNumber(1e15)],
    ['amount must not exceed ₹1,00,00,000', () => fromRupeesNumber(1e22)],
    ['amount must be greater than zero', () => fromRupeesNumber(0)],
  ])('refused with an explanation: %s', (detail, act) => {
    expect(refusal(act).extra).toEqual({ field: 'amount', detail });
  });

  it('is written with its sign and two decimals', () => {
    expect([0n, 5n, -5n, 123_450n, -123_450n].map(formatRupees)).toEqual([
      '0.00',
      '0.05',
      '-0.05',
      '1234.50',
      '-1234.50',
    ]);
  });
});
