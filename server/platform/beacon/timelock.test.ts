import { Decrypter, armor } from 'age-encryption';
import { timelockDecrypt } from 'tlock-js';
import { expect, it, vi } from 'vitest';
import vectors from '../../../tests/examples/quicknet.json' with { type: 'json' };
import { signatureOf, testChain } from '../../../tests/support/testBeacon.ts';
import { type BeaconChain, quicknet } from './chain.ts';
import { lockUntilRound } from './timelock.ts';

const seed = Buffer.alloc(32, 0x2a);

/** Opens with drand's own implementation in JavaScript. */
async function openWithTlock(file: string, chain: BeaconChain, signature: string): Promise<Buffer> {
  // It prints the beacon.
  const quiet = vi.spyOn(console, 'log').mockReturnValue();
  const info = {
    public_key: chain.publicKey,
    hash: chain.hash,
    period: chain.periodMs / 1_000,
    genesis_time: chain.genesisMs / 1_000,
    schemeID: 'bls-unchained-g1-rfc9380',
    groupHash: '',
    metadata: { beaconID: 'quicknet' },
  };
  try {
    return await timelockDecrypt(file, {
      chain: () => ({ baseUrl: '', info: () => Promise.resolve(info) }),
      get: (round) => Promise.resolve({ round, signature, randomness: '' }),
      latest: () => Promise.reject(new Error('not needed')),
      options: { disableBeaconVerification: true, noCache: true },
    });
  } finally {
    quiet.mockRestore();
  }
}

it('is opened by the signature of its round, with drand’s implementation', async () => {
  const [{ round, signature }] = vectors.rounds as [(typeof vectors.rounds)[number]];
  const file = await lockUntilRound(quicknet, round, seed);
  expect(await openWithTlock(file, quicknet, signature)).toEqual(seed);
});

it('works with any key, and hides the secret behind another file each time', async () => {
  const file = await lockUntilRound(testChain, 7_000, seed);
  expect(await openWithTlock(file, testChain, signatureOf(7_000))).toEqual(seed);
  expect(await lockUntilRound(testChain, 7_000, seed)).not.toBe(file);
});

it('stays closed to the signature of another round', async () => {
  const file = await lockUntilRound(testChain, 7_000, seed);
  await expect(openWithTlock(file, testChain, signatureOf(6_999))).rejects.toThrow('invalid proof');
});

it('is a file of age, with the stanza of its round and chain', async () => {
  const decrypter = new Decrypter();
  let args: readonly string[] = [];
  decrypter.addIdentity({ unwrapFileKey: ([stanza]) => ((args = stanza?.args ?? []), null) });
  const file = armor.decode(await lockUntilRound(testChain, 7_000, seed));
  await expect(decrypter.decrypt(file)).rejects.toThrow();
  expect(args).toEqual(['tlock', '7000', testChain.hash]);
});
