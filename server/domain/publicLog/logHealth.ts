import { inArray } from 'drizzle-orm';
import { logWitnesses, type WitnessFault } from '../../../db/schema/publicLog.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

export interface WitnessHealth {
  name: string;
  vkey: string;
  /** The size of the log that it confirmed last. */
  size: number;
  confirmedAt: Date | null;
  /** What is wrong since; null while it confirms. */
  fault: WitnessFault | null;
}

/** How each of the public log's witnesses was last heard of, in the order of `WITNESSES`. Public. */
export async function witnessHealth(ctx: Context): Promise<WitnessHealth[]> {
  authorize(ctx, 'contest:read');
  const vkeys = ctx.witnesses.map(({ verifier }) => verifier.vkey);
  const rows = await ctx.db.select().from(logWitnesses).where(inArray(logWitnesses.vkey, vkeys));
  return ctx.witnesses.map(({ verifier: { name, vkey } }) => {
    const { size = 0, confirmedAt = null, fault = null } = rows.find((row) => row.vkey === vkey) ?? {};
    return { name, vkey, size, confirmedAt, fault };
  });
}
