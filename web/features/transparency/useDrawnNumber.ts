import { useEffect, useState } from 'react';
import { drawOrder } from '../../lib/fairDraw.ts';

interface Published {
  readonly gameId: string;
  readonly seed: string | null;
  /** Null under `colour-pf/1`. */
  readonly beaconRound: number | null;
  readonly betsRoot: string | null;
  readonly beaconRandomness: string | null;
}

/** The number that the draw gives a round, also of one that was decided otherwise; null while computing, and where an input of the draw is unknown. */
export function useDrawnNumber(round: Published): number | null {
  const { gameId, seed, beaconRound, betsRoot, beaconRandomness: randomness } = round;
  const [number, setNumber] = useState<number | null>(null);
  useEffect(() => {
    const beacon =
      beaconRound !== null && betsRoot !== null && randomness !== null ? { beaconRound, betsRoot, randomness } : null;
    // Browsers compute hashes over secure connections only.
    if (seed === null || (beaconRound !== null && beacon === null) || !isSecureContext) return undefined;
    let current = true;
    void drawOrder(seed, gameId, beacon).then(([drawn]) => {
      if (current) setNumber(drawn ?? null);
    });
    return () => {
      current = false;
    };
  }, [gameId, seed, beaconRound, betsRoot, randomness]);
  return number;
}
