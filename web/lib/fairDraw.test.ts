import { describe, expect, it } from 'vitest';
import { drawOrder, isCommittedTo, profitRuleOrder } from './fairDraw.ts';

const seed = '2a'.repeat(32);

describe('the draw, worked out in the browser', () => {
  it.each([
    ['sapreHalf-202601010001', '3806759142'],
    ['sapreHalf-202601010002', '4279581306'],
    ['sapreOne-202601010001', '7894260135'],
  ])('%s gives %s', async (gameId, order) => {
    expect((await drawOrder(seed, gameId)).join('')).toBe(order);
  });

  it('knows the link of the chain', async () => {
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.alloc(32, 0x2a))).toString('hex');
    expect(digest).toMatch(/^544e62ce.*1aea3$/);
    expect(await isCommittedTo(seed, digest)).toBe(true);
    expect(await isCommittedTo(seed, digest.replace(/^5/, '6'))).toBe(false);
  });
});

describe('the profit rule', () => {
  const order = [3, 8, 0, 6, 7, 5, 9, 1, 4, 2];

  it('goes by the stream’s order when all outcomes earn the same', () => {
    expect(profitRuleOrder(new Map(), order)).toEqual(order);
  });

  it('orders outcomes by profit, lowest first', () => {
    const profits = new Map(order.map((number) => [number, number === 9 ? -500n : 100n]));
    expect(profitRuleOrder(profits, order)).toEqual([9, 3, 8, 0, 6, 7, 5, 1, 4, 2]);
  });
});
