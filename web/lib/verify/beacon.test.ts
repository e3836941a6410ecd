import { expect, it } from 'vitest';
import { genesisTime, rounds } from '../../../tests/examples/quicknet.json';
import { isFromBeacon, quicknet } from './beacon.ts';

const endOf = (round: number) => new Date((genesisTime + (round - 1) * 3) * 1_000).toISOString();
const published = rounds.map(({ round, signature, randomness }) => ({
  beaconRound: round,
  beaconSignature: signature,
  beaconRandomness: randomness,
}));

it.each(published)('recognizes quicknet’s round $beaconRound', (beacon) => {
  expect(isFromBeacon(quicknet, beacon, endOf(beacon.beaconRound))).toBe(true);
});

it('refuses another round’s signature, other randomness, a round of another time, and what is no point', () => {
  const [one, two] = published as [(typeof published)[number], (typeof published)[number]];
  const end = endOf(one.beaconRound);
  const { beaconRandomness, beaconSignature } = two;
  expect(isFromBeacon(quicknet, { ...one, beaconSignature, beaconRandomness }, end)).toBe(false);
  expect(isFromBeacon(quicknet, { ...one, beaconRandomness }, end)).toBe(false);
  expect(isFromBeacon(quicknet, one, endOf(one.beaconRound + 1))).toBe(false);
  expect(isFromBeacon(quicknet, { ...one, beaconSignature: '00' }, end)).toBe(false);
});
