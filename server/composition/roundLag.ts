import { eq } from 'drizzle-orm';
import { contests } from '../../db/schema/contests.ts';
import type { Services } from '../domain/ground/verbs/context.ts';
import type { Metrics } from '../platform/metrics.ts';

const steps = { DECIDED: 'decided', SETTLED: 'settled' } as const;

/**
 * Observes how long after its end each round is decided and settled, as this server gets to know it: on whichever server it
 * happens, and with the delay of its event. Returns the function that stops it.
 */
export function showRoundLag({ roundLagSeconds }: Metrics, { db, clock, events, log }: Services): () => void {
  return events.on('contestChanged', ({ contestId, gameType, phase }) => {
    if (phase !== 'DECIDED' && phase !== 'SETTLED') return;
    const knownAt = clock.now();
    db.select({ endsAt: contests.endsAt })
      .from(contests)
      .where(eq(contests.id, BigInt(contestId)))
      .then(
        ([contest]) => {
          if (!contest) return;
          roundLagSeconds.observe({ game: gameType, step: steps[phase] }, (knownAt - contest.endsAt.getTime()) / 1_000);
        },
        (err: unknown) => log.debug({ err, contestId }, 'the lag of a round could not be measured'),
      );
  });
}
