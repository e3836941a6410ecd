import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawOrder, isCommittedTo, profitRule } from './fairDraw.ts';

const seed = '2a'.repeat(32);

describe('the draw, worked out in the browser', () => {
  it.each([
    ['sapreHalf-202601010001', '3806759142'],
    ['sapreHalf-202601010002', '4279581306'],
    ['sapreOne-202601010001', '7894260135'],
  ])('%s gives %s', async (gameId, order) => {
    expect((await drawOrder(seed, gameId)).join('')).toBe(order);
  });

  it('verifies the link of the chain', async () => {
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.alloc(32, 0x2a))).toString('hex');
    expect(digest).toMatch(/^544e62ce.*1aea3$/);
    expect(await isCommittedTo(seed, digest)).toBe(true);
    expect(await isCommittedTo(seed, digest.replace(/^5/, '6'))).toBe(false);
  });
});

describe('words that would favour a number', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Output of the keyed hash, block by block, eight words each. */
  const givenBlocks = (...blocks: number[][]) => {
    const sign = vi.spyOn(crypto.subtle, 'sign');
    for (const words of blocks) {
      const block = new DataView(new ArrayBuffer(32));
      words.forEach((word, place) => block.setUint32(place * 4, word));
      sign.mockResolvedValueOnce(block.buffer);
    }
    return sign;
  };
  const all = [0, 1, 2, 3, 4, 5, 6, 7];

  it('are passed over: those from 4294967290 on', async () => {
    givenBlocks([4_294_967_290, 4_294_967_295, 4_294_967_289, 8, 7, 6, 5, 4], all);
    expect((await drawOrder(seed, 'sapreHalf-202601010001')).join('')).toBe('9876540123');
  });

  it('lead to the next block where a block holds no other', async () => {
    const sign = givenBlocks(
      Array.from({ length: 8 }, () => 4_294_967_290),
      [9, 8, ...all.slice(2)],
      all,
    );
    expect((await drawOrder(seed, 'sapreHalf-202601010001')).join('')).toBe('9823456701');
    const counters = sign.mock.calls.map(([, , message]) => (message as Uint8Array).at(-1));
    expect(counters).toEqual([0, 1, 2]);
  });
});

describe('the profit rule', () => {
  const order = [3, 8, 0, 6, 7, 5, 9, 1, 4, 2];
  const profitsOf = (some: Record<number, bigint>) =>
    new Map(order.map((number) => [number, some[number] ?? 100n] as const));

  it.each([1, 2])('goes by the stream’s order when all outcomes earn the same (version %d)', (version) => {
    for (let level = 0; level < 10; level += 1) {
      const rule = profitRule(new Map(), order, { version, level });
      expect(rule).toEqual({ ranked: order, leftOut: [], place: level, winner: order[level] });
    }
  });

  it('ranks outcomes by profit, lowest first; under version 1 those at which the house loses too', () => {
    const rule = profitRule(profitsOf({ 9: -500n, 4: 0n }), order, { version: 1, level: 0 });
    expect(rule).toEqual({ ranked: [9, 4, 3, 8, 0, 6, 7, 5, 1, 2], leftOut: [], place: 0, winner: 9 });
  });

  it('leaves those at which the house loses out under version 2, and spreads the levels over the rest', () => {
    const profits = profitsOf({ 9: -500n, 1: -1n, 4: 0n });
    const winners = [0, 1, 2, 5, 9].map((level) => profitRule(profits, order, { version: 2, level }).winner);
    expect(profitRule(profits, order, { version: 2, level: 9 })).toMatchObject({
      ranked: [4, 3, 8, 0, 6, 7, 5, 2],
      leftOut: [9, 1],
      place: 7,
    });
    // Of eight: the places 0, 0, 1, 4 and 7.
    expect(winners).toEqual([4, 4, 3, 6, 2]);
  });

  it('counts all ten under version 2 where the house loses at every one', () => {
    const profits = new Map(order.map((number) => [number, BigInt(-100 - number)]));
    expect(profitRule(profits, order, { version: 2, level: 0 })).toMatchObject({ leftOut: [], winner: 9 });
  });
});
