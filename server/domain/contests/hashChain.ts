import { hash, randomBytes } from 'node:crypto';
import { setImmediate as othersFirst } from 'node:timers/promises';

/** Interval of the stored seeds: any other is at most 1,023 hashes (about a millisecond) away. */
export const CHECKPOINT_INTERVAL = 1_024;

/** Hashes computed before yielding to the event loop: about 3 ms. */
const STRETCH = 4_096;

export interface Checkpoint {
  index: number;
  seed: Buffer;
}

/** A chain of seeds s_0 … s_length with s_{k-1} = SHA-256(s_k), over the 32 raw bytes. */
export interface HashChain {
  length: number;
  /** s_0: published before the first contest. */
  anchor: Buffer;
  /** Secret. Every 1,024th seed and the last. */
  checkpoints: Checkpoint[];
}

/** Makes a chain for `length` contests, from its end: about 0.7 s for a million, yielding to the event loop. */
export async function makeHashChain(length: number, lastSeed = randomBytes(32)): Promise<HashChain> {
  const checkpoints: Checkpoint[] = [];
  let seed: Buffer = lastSeed;
  for (let index = length; index > 0; index--) {
    if (index === length || index % CHECKPOINT_INTERVAL === 0) checkpoints.push({ index, seed });
    if (index % STRETCH === 0) await othersFirst();
    seed = seedBefore(seed);
  }
  return { length, anchor: seed, checkpoints };
}

/** s_{k-1} from s_k. */
export function seedBefore(seed: Buffer): Buffer {
  return hash('sha256', seed, 'buffer');
}

/** s_index, from a checkpoint at that index or above. */
export function seedBelow(checkpoint: Checkpoint, index: number): Buffer {
  let { seed } = checkpoint;
  for (let at = checkpoint.index; at > index; at--) seed = seedBefore(seed);
  return seed;
}
