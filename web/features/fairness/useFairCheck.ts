import { useEffect, useState } from 'react';
import { drawOrder, type BeaconInputs, isCommittedTo, profitRule, type RuleResult } from '../../lib/fairDraw.ts';
import { paiseOf } from '../../lib/money.ts';

export interface PublishedRound {
  readonly gameId: string;
  readonly seed: string;
  readonly commitment: string;
  readonly endsAt: string;
  readonly drawVersion: string;
  /** Under `colour-pf/2`; hashes in hex, null as long as they are not there. */
  readonly beaconRound: number | null;
  readonly betsRoot: string | null;
  readonly beaconSignature: string | null;
  readonly beaconRandomness: string | null;
  /** Version of the profit rule; only under that rule. */
  readonly profitabilityLevel: number | null;
  readonly ruleVersion: number | null;
  readonly outcomes: readonly { readonly number: number; readonly profit: string }[] | null;
}

export interface FairCheck {
  /** SHA-256 of the seed is the commitment. */
  readonly linked: boolean;
  /** The beacon has signed the round of the end; null under `colour-pf/1` and where it has not come. */
  readonly signed: boolean | null;
  /** The numbers in the order of the stream; the first is the draw's. Null where the root or the beacon is missing. */
  readonly order: readonly number[] | null;
  /** Result of the profit rule, where it decides. */
  readonly rule: RuleResult | null;
}

/** Recomputes a decided round in the browser; null while computing. */
export function useFairCheck(round: PublishedRound): FairCheck | null {
  const { gameId, seed, commitment, endsAt, outcomes, profitabilityLevel: level, ruleVersion: version } = round;
  const { drawVersion, beaconRound, betsRoot, beaconSignature, beaconRandomness } = round;
  const [check, setCheck] = useState<FairCheck | null>(null);
  useEffect(() => {
    let current = true;
    const published = { drawVersion, endsAt, beaconRound, betsRoot, beaconSignature, beaconRandomness };
    const order = drawOrderOf(seed, gameId, published);
    void Promise.all([isCommittedTo(seed, commitment), order, isSigned(published)]).then(([linked, order, signed]) => {
      const ruled = order !== null && outcomes !== null && level !== null && version !== null;
      const rule = ruled ? profitRule(profitsOf(outcomes), order, { version, level }) : null;
      if (current) setCheck({ linked, signed, order, rule });
    });
    return () => {
      current = false;
    };
  }, [
    gameId,
    seed,
    commitment,
    endsAt,
    outcomes,
    level,
    version,
    drawVersion,
    beaconRound,
    betsRoot,
    beaconSignature,
    beaconRandomness,
  ]);
  return check;
}

type PublishedDraw = Pick<
  PublishedRound,
  'drawVersion' | 'endsAt' | 'beaconRound' | 'betsRoot' | 'beaconSignature' | 'beaconRandomness'
>;

async function drawOrderOf(seed: string, gameId: string, draw: PublishedDraw): Promise<number[] | null> {
  if (draw.drawVersion === 'colour-pf/1') return drawOrder(seed, gameId);
  const { betsRoot, beaconRound, beaconRandomness: randomness } = draw;
  if (betsRoot === null || beaconRound === null || randomness === null) return null;
  const inputs: BeaconInputs = { betsRoot, beaconRound, randomness };
  return drawOrder(seed, gameId, inputs);
}

/** The curve's arithmetic is loaded only for this. */
async function isSigned({
  endsAt,
  beaconRound,
  beaconSignature,
  beaconRandomness,
}: PublishedDraw): Promise<boolean | null> {
  if (beaconRound === null || beaconSignature === null || beaconRandomness === null) return null;
  const { isFromBeacon } = await import('./beaconSignature.ts');
  return isFromBeacon({ beaconRound, beaconSignature, beaconRandomness }, endsAt).catch(() => false);
}

function profitsOf(outcomes: NonNullable<PublishedRound['outcomes']>): ReadonlyMap<number, bigint> {
  return new Map(outcomes.map(({ number, profit }) => [number, paiseOf(profit)]));
}
