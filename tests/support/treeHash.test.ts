import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TreeHash } from './treeHash.ts';

/** The leaves and roots of the reference implementation's test (google/certificate-transparency, merkle_tree_test). */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** The definition of RFC 6962, section 2.1, as it stands there. */
function definedRoot(data: readonly Uint8Array[]): string {
  const sha256 = (...parts: Uint8Array[]) => parts.reduce((h, part) => h.update(part), createHash('sha256')).digest();
  const mth = (list: readonly Uint8Array[]): Buffer => {
    if (list.length === 0) return sha256();
    if (list.length === 1) return sha256(Buffer.of(0), ...list);
    let k = 1;
    while (k * 2 < list.length) k *= 2;
    return sha256(Buffer.of(1), mth(list.slice(0, k)), mth(list.slice(k)));
  };
  return mth(data).toString('hex');
}

describe('the tree hash', () => {
  it('meets the test vectors of RFC 6962 as the tree grows', () => {
    const tree = new TreeHash();
    expect(tree.root().toString('hex')).toBe(createHash('sha256').digest('hex'));
    for (const [at, leaf] of leaves.entries()) {
      tree.append(Buffer.from(leaf, 'hex'));
      expect(tree.root().toString('hex')).toBe(roots[at]);
    }
  });

  it('is the one that RFC 6962 defines, for any list', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 130 }), (data) => {
        const tree = new TreeHash();
        for (const leaf of data) tree.append(leaf);
        expect(tree.root().toString('hex')).toBe(definedRoot(data));
      }),
    );
  });
});
