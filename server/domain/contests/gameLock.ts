import { sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { type GameType, gameTypes } from './gameTypes.ts';

/** First key of this program's advisory locks on games; others are named in the migrations. */
const LOCK_CLASS = 20_262;

/** Until the transaction ends, no other server opens or decides contests of this game, or changes its chain. */
export async function lockGame(tx: Tx, gameType: GameType): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_CLASS}, ${gameTypes.indexOf(gameType)})`);
}
