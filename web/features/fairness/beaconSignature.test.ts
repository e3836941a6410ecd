import { expect, it } from 'vitest';
import { rounds, genesisTime } from '../../../tests/examples/quicknet.json';
import { isFromBeacon } from './beaconSignature.ts';

const endOf = (round: number) => new Date((genesisTime + (round - 1) * 3) * 1_000).toISOString();
const published = rounds.map(({ round, signature, randomness }) => ({
  beaconRound: round,
  beaconSignature: signature,
  beaconRandomness: randomness,
}));

it.each(published)('recognizes quicknet’s round $beaconRound', async (beacon) => {
  expect(await isFromBeacon(beacon, endOf(beacon.beaconRound))).toBe(true);
});

it('refuses another round’s signature, other randomness, and a round of another time', async () => {
  const [one, two] = published as [(typeof published)[number], (typeof published)[number]];
  const end = endOf(one.beaconRound);
  const { beaconRandomness, beaconSignature } = two;
  expect(await isFromBeacon({ ...one, beaconSignature, beaconRandomness }, end)).toBe(false);
  expect(await isFromBeacon({ ...one, beaconRandomness }, end)).toBe(false);
  expect(await isFromBeacon(one, endOf(one.beaconRound + 1))).toBe(false);
});
