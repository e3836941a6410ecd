import { sql } from 'drizzle-orm';
import { contextFor, type Context } from '../../server/domain/ground/verbs/context.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { gameTypes } from '../../server/domain/contests/gameTypes.ts';
import { SELECTION_COUNT } from '../../server/domain/contests/selections.ts';
import type { TestDatabase } from '../support/database.ts';
import { currentContest, runGames, type RunningGames } from '../support/rounds.ts';
import { tamper } from '../support/tamper.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { type History, HISTORY_END, PLAYERS, RUPEES, writeHistory } from './history.ts';
import type { BenchPostgres } from './server.ts';

/** A bench database with open contests of all three games, kept open by a stopped clock, and rich players. */
export interface Stage {
  database: TestDatabase;
  games: RunningGames;
  contests: ContestView[];
  players: bigint[];
  /** Of the bets before, where there are any. */
  past: History | undefined;
  close(): Promise<void>;
}

/**
 * Creates the database; `pastBets` bets exist in it beforehand. With `limits` every game has all limits, which no bet of
 * the bench reaches. With `beacon` its contests are of version 2 of the draw.
 */
export async function openStage(
  postgres: BenchPostgres,
  name: string,
  { pastBets = 0, limits = false, beacon = false }: { pastBets?: number; limits?: boolean; beacon?: boolean } = {},
): Promise<Stage> {
  const database = await postgres.createDatabase(name);
  const past = pastBets > 0 ? await writeHistory(database, pastBets) : undefined;
  if (limits) await setLimits(database);
  const games = await runGames(database, { startsAt: new Date(HISTORY_END).toISOString(), withBeacon: beacon });
  const contests = await Promise.all(gameTypes.map((gameType) => currentContest(games, gameType)));
  const players = past?.players ?? (await givenPlayers(games, PLAYERS, { rupees: RUPEES }));
  await games.owner.execute(sql`vacuum analyze`);
  return {
    database,
    games,
    contests,
    players,
    past,
    async close() {
      await games.games.stop();
      await games.beacon?.stop();
      await database.close();
    },
  };
}

function setLimits(database: TestDatabase): Promise<void> {
  return tamper(
    database,
    `insert into game_limits (game_type, min_bet, max_bet, max_stake, max_payout)
     select g, 100, 1000000000, 1000000000, 1000000000 from unnest(enum_range(null::game_type)) g`,
  );
}

export const draw = (below: number): number => Math.floor(Math.random() * below);
export const pick = <Item>(items: readonly Item[]): Item => items[draw(items.length)] as Item;

/** A random bet of a random player. */
export function anyBet({ players, contests }: Stage): { playerId: bigint; contest: ContestView; selection: number } {
  return { playerId: pick(players), contest: pick(contests), selection: draw(SELECTION_COUNT) };
}

/** A request of one player of the stage. */
export function requestOf({ games }: Stage, playerId: bigint, change: Partial<Context> = {}): Context {
  return Object.assign(contextFor(games.services, { kind: 'player', userId: playerId, sessionId: 1n }), change);
}
