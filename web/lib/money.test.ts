import { describe, expect, it } from 'vitest';
import { locales } from '../messages/locales.ts';
import {
  atBasisPoints,
  formatMoney,
  formatMoneyShort,
  formatNetShort,
  groupIndian,
  moneyOf,
  paiseOf,
  readAmount,
} from './money.ts';

describe('money', () => {
  it('reads the server’s decimal strings', () => {
    expect(paiseOf('1234.50')).toBe(123_450n);
    expect(paiseOf('-0.05')).toBe(-5n);
    expect(paiseOf('7')).toBe(700n);
    expect(() => paiseOf('1e3')).toThrow(TypeError);
  });

  it('writes what it reads', () => {
    for (const text of ['0.00', '0.05', '999.99', '-12.30', '10000000.00']) expect(moneyOf(paiseOf(text))).toBe(text);
  });

  it('groups as Intl does in the languages of the app', () => {
    const numbers = Array.from({ length: 19 }, (_, digits) => [10n ** BigInt(digits), 10n ** BigInt(digits) * 9n + 7n]);
    for (const locale of Object.values(locales)) {
      const format = new Intl.NumberFormat(locale);
      for (const number of numbers.flat()) expect(groupIndian(number.toString())).toBe(format.format(number));
    }
  });

  it('groups in the Indian way and floors to two decimals', () => {
    expect(formatMoney('1234567.509')).toBe('₹12,34,567.50');
    expect(formatMoney(99_999n)).toBe('₹999.99');
    expect(formatMoney('-100000.00')).toBe('−₹1,00,000.00');
    expect(formatMoneyShort('10000.00')).toBe('₹10,000');
    expect(formatMoneyShort('10.50')).toBe('₹10.50');
  });

  it('has a plus before a gain alone', () => {
    expect([6_600n, -400n, 0n, 50n].map(formatNetShort)).toEqual(['+₹66', '−₹4', '₹0', '+₹0.50']);
  });

  it('takes what people type and refuses what the server would', () => {
    expect(readAmount('1,234.5')).toBe(123_450n);
    expect(readAmount(' ₹ 49999 ')).toBe(4_999_900n);
    expect(readAmount('.5')).toBe(50n);
    expect(readAmount('10000000')).toBe(1_000_000_000n);
    for (const bad of ['', '-1', '1.234', '1e3', 'ten', '10000000.01', '.']) expect(readAmount(bad)).toBeNull();
  });

  it('floors a return once, to the paisa', () => {
    expect(atBasisPoints(3000n, 16_000)).toBe(4800n);
    expect(atBasisPoints(1n, 16_000)).toBe(1n);
    expect(atBasisPoints(1055n, 96_000)).toBe(10_128n);
  });
});
