import { describe, expect, it } from 'vitest';
import { winnersText } from './winners.ts';

describe('the note of which colours win', () => {
  it('has a sentence for every number, 8 too', () => {
    expect(winnersText(0)).toBe('With 0, Violet and Green win.');
    expect(winnersText(3)).toBe('With 3, Red wins.');
    expect(winnersText(5)).toBe('With 5, Violet and Red win.');
    expect(winnersText(8)).toBe('With 8, Green wins.');
  });
});
