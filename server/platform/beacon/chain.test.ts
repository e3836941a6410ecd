import { describe, expect, it } from 'vitest';
import vectors from '../../../tests/examples/quicknet.json' with { type: 'json' };
import { isSignatureOf, quicknet, randomnessOf, roundFrom } from './chain.ts';
import { timeOfRound } from '../../../tests/support/timeOfRound.ts';

const [first, second] = vectors.rounds as [(typeof vectors.rounds)[number], (typeof vectors.rounds)[number]];
const bytes = (hex: string) => Buffer.from(hex, 'hex');

describe('quicknet', () => {
  it('is the chain that drand publishes', () => {
    expect(quicknet).toEqual({
      hash: vectors.chainHash,
      publicKey: vectors.publicKey,
      genesisMs: vectors.genesisTime * 1_000,
      periodMs: vectors.period * 1_000,
    });
  });

  it.each([first, second])('signed round $round', ({ round, signature, randomness }) => {
    expect(isSignatureOf(quicknet, round, bytes(signature))).toBe(true);
    expect(randomnessOf(bytes(signature)).toString('hex')).toBe(randomness);
  });

  it('did not sign a round with another one’s signature, with bytes that are no point, or with the point at infinity', () => {
    expect(isSignatureOf(quicknet, first.round + 1, bytes(first.signature))).toBe(false);
    expect(isSignatureOf(quicknet, first.round, bytes(second.signature))).toBe(false);
    expect(isSignatureOf(quicknet, first.round, Buffer.alloc(48, 1))).toBe(false);
    expect(isSignatureOf(quicknet, first.round, Buffer.concat([Buffer.of(0xc0), Buffer.alloc(47)]))).toBe(false);
    expect(isSignatureOf(quicknet, first.round, Buffer.alloc(0))).toBe(false);
  });
});

describe('the rounds of a chain', () => {
  it('follow its period: the round of an instant is the first at or after it', () => {
    const at = timeOfRound(quicknet, 1_000);
    expect(at).toBe(quicknet.genesisMs + 999 * 3_000);
    expect([at - 1, at, at + 1].map((instant) => roundFrom(quicknet, instant))).toEqual([1_000, 1_000, 1_001]);
    expect(roundFrom(quicknet, 0)).toBe(1);
  });

  it('have one at the end of each slot, because both lie on multiples of 3 s', () => {
    const end = Date.parse('2026-11-20T03:30:30Z');
    expect(timeOfRound(quicknet, roundFrom(quicknet, end))).toBe(end);
  });
});
