import { describe, expect, it } from 'vitest';
import { readOptionalText, readSearch, readText } from './typedText.ts';

const bounds = { least: 2, most: 20 };

describe('a typed text', () => {
  it('is trimmed, and counted in characters', () => {
    expect(readText('text', '  पैसे नहीं\n\tआए \u200e', bounds)).toBe('पैसे नहीं\n\tआए \u200e');
    expect(readText('text', '🎉'.repeat(20), bounds)).toHaveLength(40);
    expect(() => readText('text', '🎉'.repeat(21), bounds)).toThrow('text must have at most 20 characters');
    expect(() => readText('text', ' x ', bounds)).toThrow('text must have at least 2 characters');
    expect(() => readText('text', ' \n', { most: 20 })).toThrow('text is required');
  });

  it.each(['0000', '0007', '001B', '007F', '0085', '202A', '202E', '2066', '2069', 'D800'])('has no U+%s', (code) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    expect(() => readText('text', `a${character}b`, bounds)).toThrow(
      `text must be plain text, without the character U+${code}`,
    );
    expect(() => readOptionalText('text', `a${character}b`, bounds)).toThrow('plain text');
  });

  it.each(['a\nb', 'a\tb', 'a\u200bb', 'a\u2028b', 'a\ufeffb', 'a\u200eb'])('of one line is not %j', (text) => {
    expect(() => readText('name', text, { ...bounds, oneLine: true })).toThrow('name must be plain text');
    expect(readText('name', 'क्\u200dष', { ...bounds, oneLine: true })).toBe('क्\u200dष');
  });

  it('may be left out where it is optional', () => {
    for (const none of [null, undefined, '', ' \n']) expect(readOptionalText('text', none, bounds)).toBeNull();
  });
});

it('searches for what can be stored', () => {
  expect(readSearch(' as\0ha\ud800 ')).toBe('asha');
  expect(readSearch(null)).toBe('');
});
