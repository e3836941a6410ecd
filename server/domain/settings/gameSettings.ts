import type { Queryable, Tx } from '../../../db/client.ts';
import { gameSettings } from '../../../db/schema/settings.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';

export interface GameSettings {
  /** On: the fair draw decides contests that open from now on. Off: the profit rule does. */
  randomize: boolean;
  /** 0-9: which outcome, ordered by the house's profit from the lowest, the profit rule picks. */
  profitabilityIndex: number;
}

/** The settings, for admins. */
export function getSettings(ctx: Context): Promise<GameSettings> {
  authorize(ctx, 'settings:read');
  return readSettings(ctx.db);
}

/** The settings without authorization: what a contest copies when it opens. */
export async function readSettings(queryable: Queryable): Promise<GameSettings> {
  return onlyRow(await queryable.select().from(gameSettings));
}

/** The settings, locked until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<GameSettings> {
  return onlyRow(await tx.select().from(gameSettings).for('update'));
}

function onlyRow([row]: (typeof gameSettings.$inferSelect)[]): GameSettings {
  if (row === undefined) throw new Error('the game settings are missing');
  const { randomize, profitabilityIndex } = row;
  return { randomize, profitabilityIndex };
}
