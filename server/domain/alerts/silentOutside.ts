import { sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { Cause } from './cause.ts';

/** How long a witness may confirm nothing while it is asked, and all games may open their rounds without the beacon. */
const SILENT_MS = 10 * 60_000;

/** The witnesses and the beacon of this server's configuration that are silent at `ctx.now`. */
export async function silentOutside(ctx: Pick<Context, 'db' | 'now' | 'witnesses' | 'beacon'>): Promise<Cause[]> {
  const since = new Date(ctx.now.getTime() - SILENT_MS);
  return [...(await silentWitnesses(ctx, since)), ...(ctx.beacon?.isUsed ? await silentBeacon(ctx.db, since) : [])];
}

/** Those whose last answers were failures and that have confirmed nothing since, or never. */
async function silentWitnesses({ db, witnesses }: Pick<Context, 'db' | 'witnesses'>, since: Date): Promise<Cause[]> {
  if (witnesses.length === 0) return [];
  const names = new Map(witnesses.map(({ verifier }) => [verifier.vkey, verifier.name]));
  const rows = await rawQuery<{ vkey: string; confirmed_at: string | null }>(
    db,
    sql`select vkey, confirmed_at from log_witnesses
         where vkey = any (${sql.param([...names.keys()])}::text[]) and failures > 0
           and (confirmed_at is null or confirmed_at <= ${since.toISOString()})
         order by vkey`,
  );
  return rows.map(({ vkey, confirmed_at }) => ({
    kind: 'silentWitness',
    subject: vkey,
    facts: {
      name: names.get(vkey) ?? vkey,
      ...(confirmed_at !== null && { since: new Date(confirmed_at).toISOString() }),
    },
  }));
}

/** Where all rounds since then were opened without the beacon. */
async function silentBeacon(db: Queryable, since: Date): Promise<Cause[]> {
  const [row] = await rawQuery<{ first: string | null; with_beacon: number }>(
    db,
    sql`select min(starts_at) as first, (count(beacon_round))::int as with_beacon
          from contests where starts_at >= ${since.toISOString()}`,
  );
  // Within two minutes of its beginning: else the server has not run for so long.
  const isWhole = row?.first != null && new Date(row.first).getTime() < since.getTime() + 2 * 60_000;
  if (!isWhole || row.with_beacon > 0) return [];
  return [{ kind: 'silentBeacon', subject: '', facts: {} }];
}
