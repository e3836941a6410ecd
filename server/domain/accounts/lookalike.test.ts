import { describe, expect, it } from 'vitest';
import { isProductName, lookOf } from './lookalike.ts';

describe('the look of a name', () => {
  it.each(['Meera Iyer', 'MEERA  IYER', 'Ｍｅｅｒａ Iyer', 'Mеerа-lyer', 'M3era.1yer', 'Méera Iyer'])(
    'is the same for %s',
    (name) => expect(lookOf(name)).toBe(lookOf('Meera Iyer')),
  );

  it('tells names in Indian scripts apart by their vowel signs', () => {
    expect(lookOf('राम')).not.toBe(lookOf('रमा'));
  });
});

describe('the product’s name', () => {
  it.each([
    'Rangoli',
    'rangoli support',
    'Support of Rangoli',
    'R4NG0L1 Official',
    'Rаngoli Customer Care',
    'Ｒａｎｇｏｌｉ',
    'Customer Support',
    'Support',
  ])('is borne by %s', (name) => expect(isProductName(name, 'Rangoli')).toBe(true));

  it.each(['Rangoli Sharma', 'Asha Rao', 'Ran Goel', 'Adminath Rao'])('is not borne by %s', (name) =>
    expect(isProductName(name, 'Rangoli')).toBe(false),
  );
});
