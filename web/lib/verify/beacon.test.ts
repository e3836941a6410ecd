import { bls12_381 } from '@noble/curves/bls12-381.js';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { genesisTime, rounds } from '../../../tests/examples/quicknet.json';
import { signatureOf, testChain } from '../../../tests/support/testBeacon.ts';
import { fromBeacon, quicknet } from './beacon.ts';

const endOf = (round: number) => new Date((genesisTime + (round - 1) * 3) * 1_000).toISOString();
const published = rounds.map(({ round, signature, randomness }) => ({
  beaconRound: round,
  beaconSignature: signature,
  beaconRandomness: randomness,
  endsAt: endOf(round),
}));
const isFrom = (round: (typeof published)[number]) => fromBeacon(quicknet, [round]).has(round);

it.each(published)('recognizes quicknet’s round $beaconRound', (round) => {
  expect(isFrom(round)).toBe(true);
});

it('refuses another round’s signature, other randomness, a round of another time, and what is no point', () => {
  const [one, two] = published as [(typeof published)[number], (typeof published)[number]];
  const { beaconRandomness, beaconSignature } = two;
  expect(isFrom({ ...one, beaconSignature, beaconRandomness })).toBe(false);
  expect(isFrom({ ...one, beaconRandomness })).toBe(false);
  expect(isFrom({ ...one, endsAt: endOf(one.beaconRound + 1) })).toBe(false);
  expect(isFrom({ ...one, beaconSignature: '00' })).toBe(false);
  expect(fromBeacon({ ...quicknet, publicKey: '00' }, [one]).size).toBe(0);
});

const signedBy = (beaconRound: number, beaconSignature: string) => ({
  beaconRound,
  beaconSignature,
  beaconRandomness: createHash('sha256').update(beaconSignature, 'hex').digest('hex'),
  endsAt: endOf(beaconRound),
});
const chain = { ...quicknet, publicKey: testChain.publicKey };
const right = [1, 2, 3, 4, 5].map((round) => signedBy(round, signatureOf(round)));
const { G1, shortSignatures } = bls12_381;
/** As the group's points are encoded; the library encodes no others. */
function plus(signature: string, point: typeof G1.Point.BASE): string {
  const { x, y } = shortSignatures.Signature.fromHex(signature).add(point).toAffine();
  const flags = y * 2n > bls12_381.fields.Fp.ORDER ? 0xa0n : 0x80n;
  return (x + (flags << 376n)).toString(16);
}

it('recognizes many rounds at once, and refuses just the wrong ones among them', () => {
  expect(fromBeacon(chain, right)).toEqual(new Set(right));
  const [first, , third, fourth] = right as [object, object, object, object];
  const wrong = [signedBy(2, signatureOf(3)), signedBy(5, signatureOf(4))];
  expect([...fromBeacon(chain, [first, wrong[0], third, fourth, wrong[1]] as typeof right)]).toEqual([
    first,
    third,
    fourth,
  ]);
});

it('refuses signatures whose errors cancel out in their sum', () => {
  const wrong = [
    signedBy(1, plus(signatureOf(1), G1.Point.BASE)),
    signedBy(2, plus(signatureOf(2), G1.Point.BASE.negate())),
  ];
  expect(fromBeacon(chain, wrong).size).toBe(0);
});

it('refuses a signature outside the group, whose error a factor of three takes away', () => {
  expect(plus(signatureOf(1), G1.Point.ZERO)).toBe(signatureOf(1));
  // Of order 3.
  const outside = new G1.Point(0n, 2n, 1n);
  for (let tries = 0; tries < 12; tries += 1) {
    const one = signedBy(1, plus(signatureOf(1), outside));
    expect(fromBeacon(chain, [one, ...right.slice(1, 2)])).toEqual(new Set(right.slice(1, 2)));
  }
});

it('refuses the point at infinity as a signature, alone and of all rounds', () => {
  const infinity = `c0${'00'.repeat(47)}`;
  const wrong = [1, 2, 3].map((round) => signedBy(round, infinity));
  expect(fromBeacon(chain, wrong.slice(0, 1)).size).toBe(0);
  expect(fromBeacon(chain, wrong).size).toBe(0);
});
