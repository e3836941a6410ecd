import type pg from 'pg';

const SAMPLES = 5;

/**
 * How many milliseconds the database's clock is ahead of this machine's: servers on one database agree on when a round
 * ends by following it. Of a few readings the one with the shortest way there and back counts.
 */
export async function measureClockOffset(pool: pg.Pool): Promise<number> {
  let best = { roundTrip: Infinity, offset: 0 };
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const sent = Date.now();
    const { rows } = await pool.query<{ now: number }>(
      `select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
    );
    const received = Date.now();
    const roundTrip = received - sent;
    const [row] = rows;
    if (row && roundTrip < best.roundTrip) best = { roundTrip, offset: row.now - (sent + received) / 2 };
  }
  return Math.round(best.offset);
}
