import { describe, expect, it } from 'vitest';
import { countWords, firstWords, isEmail } from './text.ts';

describe('text', () => {
  it('counts words by white space', () => {
    expect(countWords('')).toBe(0);
    expect(countWords('  two\n words ')).toBe(2);
  });

  it('ignores input beyond the limit and leaves what is within it as typed', () => {
    expect(firstWords('one two ', 2)).toBe('one two ');
    expect(firstWords('one  two three', 2)).toBe('one  two');
    expect(firstWords('', 50)).toBe('');
  });

  it('recognizes an e-mail address', () => {
    for (const good of ['a@b.in', 'first.last+tag@mail.example.com', 'asha@bücher.example', 'asha@डाक.भारत'])
      expect(isEmail(good)).toBe(true);
    for (const bad of ['', 'a', 'a@b', 'a b@c.in', '@c.in', 'a@.in', 'a.@b.in', '.a@b.in', 'a..b@c.in', 'आशा@b.in'])
      expect(isEmail(bad)).toBe(false);
  });
});
