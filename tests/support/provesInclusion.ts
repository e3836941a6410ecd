import { parentHash } from './treeHash.ts';

/** Whether the entry at `index` is in the tree of `size` entries with this root (RFC 9162, section 2.1.3.2). */
export function provesInclusion(
  proof: readonly Uint8Array[],
  { index, leafHash, size, root }: { index: number; leafHash: Uint8Array; size: number; root: Uint8Array },
): boolean {
  if (index >= size) return false;
  let [node, last] = [BigInt(index), BigInt(size) - 1n];
  let found: Buffer = Buffer.from(leafHash);
  for (const sibling of proof) {
    if (last === 0n) return false;
    if (node % 2n === 1n || node === last) {
      found = parentHash(sibling, found);
      while (node % 2n === 0n && node !== 0n) [node, last] = [node / 2n, last / 2n];
    } else found = parentHash(found, sibling);
    [node, last] = [node / 2n, last / 2n];
  }
  return last === 0n && found.equals(root);
}
