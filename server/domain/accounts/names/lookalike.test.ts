import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { confusables } from './confusables.ts';
import { isAdminName, isProductName } from './lookalike.ts';
import { parseName } from './parseName.ts';
import { skeletonOf } from './skeleton.ts';

const ADMIN = 'Meera Joshi';
const taken = (name: string) => isAdminName(name, ADMIN) || isProductName(name, 'Rangoli');

/** Refused by the rules for a name itself, or by whose it looks like. */
function isRefused(name: string): boolean {
  try {
    return taken(parseName(name));
  } catch {
    return true;
  }
}

describe('an admin’s name', () => {
  const alike = `Meera Joshi | MEERA  JOSHI | Ｍｅｅｒａ Joshi | M3era.J0shi | Méera Joshi | Мeera Joshi | Μeera Joshi | Mееra Joshi |
    Meera Josһi | Meera Jօshi | Meera ᴊoshi | Meera Ꭻoshi | Meera ꓙoshi | Meerɑ Joshi | rneera joshi | Meera Joshı | ᴍᴇᴇʀᴀ ᴊᴏꜱʜɪ |
    𝐌𝐞𝐞𝐫𝐚 Joshi | Meera Jo\u034fshi | Meera Joshi\u200d | Admin Meera Joshi | Meera Joshi (Support) | MeeraJoshiFinance |
    Meera Joshi, Refunds Desk | Meera Joshi सहायता | Official Meera Joshi`;
  it.each(alike.split('|').map((name) => name.trim()))('is not taken by %s', (name) => {
    expect(isRefused(name)).toBe(true);
  });

  it.each(['Meera', 'Joshi', 'Meera Joshipura', 'Mira Joshi', 'Meera Joshi Rao', 'Admin Meera', 'मीरा जोशी'])(
    'leaves %s free',
    (name) => expect(isRefused(name)).toBe(false),
  );

  it('in an Indian script is told from others by its vowel signs and marks', () => {
    expect(isAdminName('राम', 'रमा')).toBe(false);
    expect(isAdminName('हंस', 'हस')).toBe(false);
    expect(isAdminName('क्\u200dष', 'क्ष')).toBe(true);
    expect(isAdminName('रमा सहायता', 'रमा')).toBe(true);
  });
});

describe('the product’s name', () => {
  const alike = `Rangoli | rangoli support | Support of Rangoli | R4NG0L1 Official | Rаngoli Customer Care | Ｒａｎｇｏｌｉ | Customer Support |
    Support | Raոgoli Support | Ꮢangoli Support | रंगोली | रंगोली सहायता | रंगोली भुगतान | Rangoli सहायता | सहायता | Rangoli Finance |
    Rangoli Refunds | Rangoli Payments Section | RangoliTeam | Asha from Rangoli Finance`;
  it.each(alike.split('|').map((name) => name.trim()))('is not taken by %s', (name) => {
    expect(isRefused(name)).toBe(true);
  });

  it.each(['Rangoli Sharma', 'Asha Rao', 'Ran Goel', 'Adminath Rao', 'रंगोली शर्मा', 'Support Kumar', 'Help Finance'])(
    'leaves %s free',
    (name) => expect(isRefused(name)).toBe(false),
  );
});

it('compares by the whole table that was written from Unicode’s', () => {
  const { entries, content, unicodeVersion } = confusables;
  expect(createHash('sha256').update(entries.join('\n')).digest('hex')).toBe(content);
  expect(unicodeVersion).toBe('17.0.0');
  expect(skeletonOf('Μℳ١Ꭻ\u3164')).toBe('MMlJ');
  // A skeleton has no skeleton but itself.
  for (const entry of entries) {
    const [drawn = ''] = entry.split(' ');
    expect(skeletonOf(skeletonOf(drawn)), entry).toBe(skeletonOf(drawn));
  }
});
