import { describe, expect, it } from 'vitest';
import { countWords, readDescription, readFeedback, readMessage } from './ticketTexts.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('a ticket’s description', () => {
  it('holds up to fifty words', () => {
    expect(readDescription(`  ${words(50)}\n`)).toBe(words(50));
    expect(() => readDescription(words(51))).toThrow('at most 50 words');
  });

  it.each(['', '   ', '\n\t'])('is not empty (%j)', (text) => {
    expect(() => readDescription(text)).toThrow('description is required');
  });

  it('has an end even when it is one endless word', () => {
    expect(() => readDescription('x'.repeat(2_001))).toThrow('at most 2000 characters');
  });
});

describe('a chat message', () => {
  it('keeps its lines and any script', () => {
    expect(readMessage('पैसे नहीं आए\nplease look')).toBe('पैसे नहीं आए\nplease look');
  });

  it('holds no control characters', () => {
    expect(() => readMessage('a\u0000b')).toThrow('U+0000');
  });
});

describe('feedback', () => {
  it('may be stars alone', () => {
    expect(readFeedback(' ')).toBe('');
  });

  it('holds up to 400 characters, an emoji counting as one', () => {
    expect(readFeedback('🎉'.repeat(400))).toHaveLength(800);
    expect(() => readFeedback('🎉'.repeat(401))).toThrow('at most 400 characters');
  });
});

it('counts words as a person does', () => {
  expect(countWords(' one  two\nthree\t')).toBe(3);
  expect(countWords('')).toBe(0);
});
