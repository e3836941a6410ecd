import type pg from 'pg';

const SAMPLES = 5;

/**
 * How many milliseconds the database's clock, db_now(), is ahead of `monotonic()`. Servers follow the database's clock,
 * so that all of them agree on when a round ends. Of several readings the one with the shortest round trip is used,
 * because the error of an offset is at most half the round trip. Rejects when the database can't be reached or its
 * clock is suspended.
 */
export async function measureClockOffset(
  pool: pg.Pool,
  monotonic: () => number = () => performance.now(),
): Promise<{ offsetMs: number; roundTripMs: number }> {
  let best = { roundTripMs: Infinity, offsetMs: 0 };
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const sent = monotonic();
    const { rows } = await pool.query<{ now: number | null }>(
      `select extract(epoch from db_now())::float8 * 1000 as now`,
    );
    const received = monotonic();
    const now = rows[0]?.now ?? null;
    if (now === null) throw new Error("the database's clock is suspended: a past is being played in it");
    const roundTripMs = received - sent;
    if (roundTripMs < best.roundTripMs) best = { roundTripMs, offsetMs: now - (sent + received) / 2 };
  }
  return best;
}
