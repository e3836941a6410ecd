import type { BeaconChain } from '../../server/platform/beacon/chain.ts';

/** When the beacon publishes a round, in milliseconds since 1970. */
export function timeOfRound({ genesisMs, periodMs }: BeaconChain, round: number): number {
  return genesisMs + (round - 1) * periodMs;
}
