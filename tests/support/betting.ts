import type { Paise } from '../../db/columns.ts';
import { BetBatcher } from '../../server/domain/bets/betBatcher.ts';
import { placeBet, type PlacedBet } from '../../server/domain/bets/placeBet.ts';
import type { Context } from '../../server/domain/ground/verbs/context.ts';
import { DomainError, type DomainErrorCode } from '../../server/domain/ground/refusals/errors.ts';
import type { TestDatabase } from './database.ts';
import { runGames, type RunningGames } from './rounds.ts';

/** The games and the bet batcher of one server, possibly of several on the database. */
export interface Betting extends RunningGames {
  batcher: BetBatcher;
  player(playerId: bigint): Context;
  stop(): Promise<void>;
}

/** Starts the games and a batcher on a test's database. */
export async function openBetting(
  database: TestDatabase,
  { lanes = 2, withBeacon = false }: { lanes?: number; withBeacon?: boolean } = {},
): Promise<Betting> {
  const games = await runGames(database, { withBeacon });
  const batcher = openBatcher(games, { lanes });
  games.services.bets = batcher;
  return {
    ...games,
    batcher,
    player: (userId) => games.as({ kind: 'player', userId, sessionId: 1n }),
    async stop() {
      await batcher.stop();
      await games.games.stop();
      await games.beacon?.stop();
    },
  };
}

/** The batcher of another server on the same database. */
export function openBatcher(
  { database, services }: Pick<RunningGames, 'database' | 'services'>,
  { lanes = 2 }: { lanes?: number } = {},
): BetBatcher {
  return new BetBatcher({ address: database.app.address, events: services.events, log: services.log, lanes });
}

/** A bet to place: ₹ amounts in paise, a selection, a contest by name. */
export interface Wager {
  gameId: string;
  selection?: number;
  paise: bigint;
  key?: string;
  receivedAt?: Date;
}

/** Places a bet through the domain; returns a refusal's code. */
export async function tryBet(ctx: Context, wager: Wager): Promise<PlacedBet | DomainErrorCode> {
  try {
    return await bet(ctx, wager);
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** Places a bet through the domain. */
export function bet(ctx: Context, { gameId, selection = 7, paise, key, receivedAt }: Wager): Promise<PlacedBet> {
  const received = { ...ctx, now: receivedAt ?? ctx.now };
  return placeBet(received, { gameId, selection, amount: paise as Paise, idempotencyKey: key });
}
