import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CHECKPOINT_INTERVAL, type Checkpoint, type HashChain, makeHashChain, seedBelow } from './hashChain.ts';

const lastSeed = Buffer.alloc(32, 0x2a);

function seedOf(chain: HashChain, index: number): string {
  const above = chain.checkpoints.filter((checkpoint) => checkpoint.index >= index);
  const nearest = above.reduce(
    (near, checkpoint) => (checkpoint.index < near.index ? checkpoint : near),
    above[0] as Checkpoint,
  );
  return seedBelow(nearest, index).toString('hex');
}

describe('a hash chain', () => {
  it('hashes each seed to the one before, down to the published anchor', async () => {
    const chain = await makeHashChain(2_500, lastSeed);
    let expected = lastSeed.toString('hex');
    for (let index = 2_500; index >= 1; index--) {
      expect(seedOf(chain, index)).toBe(expected);
      expected = createHash('sha256').update(Buffer.from(expected, 'hex')).digest('hex');
    }
    expect(chain.anchor.toString('hex')).toBe(expected);
  });

  it('matches the published vector: the seed before 0x2a2a…', async () => {
    const { anchor } = await makeHashChain(1, lastSeed);
    expect(anchor.toString('hex')).toMatch(/^544e62ce.*1aea3$/);
  });

  it('keeps its last seed and every 1,024th', async () => {
    const { checkpoints } = await makeHashChain(2_500, lastSeed);
    expect(checkpoints.map(({ index }) => index)).toEqual([2_500, 2 * CHECKPOINT_INTERVAL, CHECKPOINT_INTERVAL]);
  });

  it('lets others have their turn after each 4,096 hashes, and no more often', async () => {
    let turns = 0;
    let isMade = false;
    const count = () => {
      if (isMade) return;
      turns++;
      setImmediate(count);
    };
    setImmediate(count);
    await makeHashChain(4 * 4_096, lastSeed);
    isMade = true;
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(turns).toBeLessThan(20);
  });

  it('begins somewhere else each time', async () => {
    const [one, other] = [await makeHashChain(3), await makeHashChain(3)];
    expect(one.anchor.equals(other.anchor)).toBe(false);
  });
});
