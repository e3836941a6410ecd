import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawOrder } from '../../../web/lib/fairDraw.ts';
import quicknetVectors from '../../../tests/examples/quicknet.json' with { type: 'json' };
import { betLeaf } from './betLeaf.ts';
import { appearanceOrder, numbersIn } from './draw.ts';
import { type GameType, gameTypes } from './gameTypes.ts';
import { leafHash, TreeHash } from '../../../tests/support/treeHash.ts';

const vectorSeed = Buffer.alloc(32, 0x2a);
const drawn = (seed: Uint8Array, gameType: GameType, gameId: string) =>
  Number(appearanceOrder(seed, gameType, gameId)[0]);
const anySeed = fc.uint8Array({ minLength: 32, maxLength: 32 });
const anyGame = fc.constantFrom(...gameTypes);
const anyGameId = fc
  .tuple(anyGame, fc.stringMatching(/^\d{12}$/))
  .map(([game, period]) => ({ game, gameId: `${game}-${period}` }));

describe('colour-pf/1', () => {
  it.each([
    ['sapreHalf', 'sapreHalf-202601010001', '3806759142'],
    ['sapreHalf', 'sapreHalf-202601010002', '4279581306'],
    ['sapreOne', 'sapreOne-202601010001', '7894260135'],
  ] as const)('meets the published vector of %s %s: %s', (gameType, gameId, order) => {
    expect(appearanceOrder(vectorSeed, gameType, gameId).join('')).toBe(order);
  });

  it('agrees with the one of the browser, which shares no code with it', async () => {
    const cases = fc.sample(fc.tuple(anySeed, anyGameId), { numRuns: 200, seed: 20_261_120 });
    for (const [seed, { game, gameId }] of cases) {
      expect(appearanceOrder(seed, game, gameId)).toEqual(await drawOrder(Buffer.from(seed).toString('hex'), gameId));
    }
  });

  it('passes over the six words that would favour the numbers 0 to 5', () => {
    const block = Buffer.from('fffffff9 fffffffa fffffffb ffffffff 00000000 0000000b'.replaceAll(' ', ''), 'hex');
    // 4294967289 is the largest word that isn't rejected.
    expect(numbersIn(block)).toEqual([9, 0, 1]);
  });

  it('shows each number once in the order of appearance', () => {
    fc.assert(
      fc.property(anySeed, anyGameId, (seed, { game, gameId }) => {
        const order = appearanceOrder(seed, game, gameId);
        expect(order).toHaveLength(10);
        expect(new Set(order)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
      }),
    );
  });

  it('gives another number when seed, game or round is another, no more often than chance', () => {
    const same = fc
      .sample(fc.tuple(anySeed, anyGameId), { numRuns: 2_000, seed: 7 })
      .filter(([seed, { game, gameId }]) => drawn(seed, game, gameId) === drawn(seed, game, `${gameId}0`));
    expect(same.length).toBeGreaterThan(130);
    expect(same.length).toBeLessThan(270);
  });

  it('favours no number: chi-squared over 20,000 rounds', () => {
    const rounds = 20_000;
    const counts = Array.from({ length: 10 }, () => 0);
    for (let round = 0; round < rounds; round++) {
      const number = drawn(vectorSeed, 'sapreHalf', `sapreHalf-${round}`);
      counts[number] = (counts[number] ?? 0) + 1;
    }
    const expected = rounds / 10;
    const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // Exceeded by chance once in a thousand (9 degrees of freedom); the seed is fixed, so the test is deterministic.
    expect(chiSquared).toBeLessThan(27.88);
  });
});

describe('colour-pf/2', () => {
  const gameId = 'sapreHalf-202601010001';
  const beacon = { beaconRound: 1_000, randomness: Buffer.from(quicknetVectors.rounds[0]?.randomness ?? '', 'hex') };
  const bet = (number: number, selection: number, amountPaise: bigint, salt: number, uid: string) =>
    betLeaf({
      gameId,
      number,
      selection,
      amountPaise,
      receivedAt: 1_767_205_800_000 + number * 1_000,
      salt: Buffer.alloc(16, salt),
      uid,
    });
  const bets = [bet(1, 10, 1_000n, 1, '10000001'), bet(2, 7, 2_550n, 2, '10000002'), bet(3, 11, 100n, 3, '10000001')];
  const rootOf = (leaves: Buffer[]) => {
    const tree = new TreeHash();
    for (const leaf of leaves) tree.append(leaf);
    return tree.root();
  };

  it.each([
    ['no bets', [], 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '8426150973'],
    ['three bets', bets, '8b9a2f5bb4213c50a5732dcaa10ed92374171f753fc6816722c71dbaa1fe3e37', '1062579384'],
  ])('meets the published vector of a round with %s', async (_, leaves, root, order) => {
    const betsRoot = rootOf(leaves);
    expect(betsRoot.toString('hex')).toBe(root);
    expect(appearanceOrder(vectorSeed, 'sapreHalf', gameId, { ...beacon, betsRoot }).join('')).toBe(order);
    const { randomness, beaconRound } = beacon;
    const published = { betsRoot: root, beaconRound, randomness: randomness.toString('hex') };
    expect((await drawOrder(vectorSeed.toString('hex'), gameId, published)).join('')).toBe(order);
  });

  it('meets the published vector of a bet', () => {
    expect(leafHash(bets[0] ?? Buffer.alloc(0)).toString('hex')).toBe(
      '7d2359e041a3855ea7027cc5c4e54c1f6d99c3668fdc88d25dfa5da65136776c',
    );
  });

  it('agrees with the one of the browser, and differs with each of its inputs', async () => {
    const anyHash = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const cases = fc.sample(fc.tuple(anySeed, anyGameId, anyHash, anyHash, fc.nat()), {
      numRuns: 100,
      seed: 20_261_123,
    });
    for (const [seed, { game, gameId }, betsRoot, randomness, beaconRound] of cases) {
      const order = appearanceOrder(seed, game, gameId, { betsRoot, beaconRound, randomness });
      const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
      const published = { betsRoot: hex(betsRoot), beaconRound, randomness: hex(randomness) };
      expect(await drawOrder(hex(seed), gameId, published)).toEqual(order);
      for (const other of [
        { betsRoot: randomness, beaconRound, randomness: betsRoot },
        { betsRoot, beaconRound: beaconRound + 1, randomness },
      ]) {
        expect(appearanceOrder(seed, game, gameId, other)).not.toEqual(order);
      }
    }
  });
});
