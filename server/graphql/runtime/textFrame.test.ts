import { describe, expect, it } from 'vitest';
import { textFrameHeader } from './textFrame.ts';

describe('the header of a text frame', () => {
  it.each([
    // The examples of RFC 6455, section 5.7, as text instead of binary messages; then both sides of each limit.
    [5, '8105'],
    [256, '817e0100'],
    [65_536, '817f0000000000010000'],
    [0, '8100'],
    [125, '817d'],
    [126, '817e007e'],
    [65_535, '817effff'],
  ])('of %d bytes', (length, header) => {
    expect(textFrameHeader(length).toString('hex')).toBe(header);
  });
});
