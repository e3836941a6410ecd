import { LIKELY } from '../../../server/domain/signals/scoreFindings.ts';
import type { TestDatabase } from '../database.ts';
import type { Crowd, RingKind } from './crowd.ts';

export interface SignalQuality {
  /** Of the accounts in a signal that is likely fraud, the share that belongs to a ring. */
  precision: number;
  /** Of the accounts of rings, the share that is in such a signal. */
  recall: number;
  recallByKind: Map<RingKind, number>;
  /** Accounts in such a signal. */
  flagged: number;
}

/** Compares the open signals with the rings of the crowd. */
export async function auditSignals({ pool }: TestDatabase, { rings }: Crowd): Promise<SignalQuality> {
  const { rows } = await pool.query<{ player: bigint }>(
    `select distinct unnest(players) as player from signals where state = 'open' and score >= $1`,
    [LIKELY],
  );
  const flagged = new Set(rows.map(({ player }) => player));
  const found = (players: readonly bigint[]) => players.filter((player) => flagged.has(player)).length;
  const inRings = rings.flatMap(({ players }) => players);
  const kinds = [...new Set(rings.map(({ kind }) => kind))];
  const recallByKind = new Map(
    kinds.map((kind) => {
      const players = rings.filter((ring) => ring.kind === kind).flatMap((ring) => ring.players);
      return [kind, found(players) / players.length] as const;
    }),
  );
  return {
    precision: flagged.size === 0 ? 0 : found(inRings) / flagged.size,
    recall: found(inRings) / inRings.length,
    recallByKind,
    flagged: flagged.size,
  };
}
