import { describe, expect, it } from 'vitest';
import { isProductName, visualForm } from './lookalike.ts';

describe('the look of a name', () => {
  it.each(['Meera Iyer', 'MEERA  IYER', 'Ｍｅｅｒａ Iyer', 'Mеerа-lyer', 'M3era.1yer', 'Méera Iyer'])(
    'is the same for %s',
    (name) => expect(visualForm(name)).toBe(visualForm('Meera Iyer')),
  );

  it('distinguishes names in Indian scripts by their vowel signs', () => {
    expect(visualForm('राम')).not.toBe(visualForm('रमा'));
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
