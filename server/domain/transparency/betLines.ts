import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { refuseArchived } from '../bets/archivedMonths.ts';
import { isGameId } from '../contests/gameTypes.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { endedRounds } from '../stats/exports/endedRounds.ts';
import { isFinal, noSuchFile, type PublicFile, readMonthFile } from './monthFile.ts';

/** Read at a time: each page of a round's bets is found by sorting those after the last. */
const PAGE = 10_000;

/** A round whose bets are public. */
interface PublishedRound {
  id: bigint;
  game_id: string;
  /** Null of a void round that was not counted. */
  bet_count: number | null;
}

/**
 * Opens the bets of a round, `sapreHalf-202611200742.jsonl`, or of a game's rounds of a month, `sapreHalf-2026-11.jsonl`, as
 * JSON Lines: the data of the leaves under the rounds' roots, in their order, without anything that reveals a player.
 * Public, once a round is decided or, void, over. Refuses other names, rounds that are not over, and archived months with NOT_FOUND.
 */
export async function openBets(ctx: Context, name: string): Promise<PublicFile> {
  authorize(ctx, 'contest:read');
  const month = readMonthFile(name);
  if (month) {
    const { from, to } = month.span;
    await refuseArchived(
      ctx,
      sql`game_type = ${month.gameType}::game_type and ends_at > ${new Date(from).toISOString()} and ends_at <= ${new Date(to).toISOString()}`,
    );
    const rounds = endedRounds<{ id: bigint }>(ctx, month.gameType, month.span);
    return { name, final: await isFinal(ctx, month), lines: linesOf(ctx, rounds) };
  }
  const [gameId = '', ending] = name.split('.');
  if (ending !== 'jsonl' || !isGameId(gameId)) throw noSuchFile();
  const rounds = await rawQuery<PublishedRound>(
    ctx.db,
    sql`select id, game_id, bet_count from contests where game_id = ${gameId} and decided_at is not null`,
  );
  if (rounds.length === 0) throw noSuchFile();
  await refuseArchived(ctx, sql`game_id = ${gameId}`);
  return { name, final: true, lines: linesOf(ctx, [rounds]) };
}

async function* linesOf(
  ctx: Context,
  batches: AsyncIterable<PublishedRound[]> | Iterable<PublishedRound[]>,
): AsyncGenerator<string> {
  for await (const rounds of batches) {
    for (const round of rounds) if (round.bet_count !== 0) yield* linesOfRound(ctx, round);
  }
}

interface Leaf {
  id: bigint;
  number: number;
  selection: number;
  amount: bigint;
  placed_at: Date;
  player_hash: Buffer | null;
}

async function* linesOfRound(ctx: Context, { id, game_id: gameId }: PublishedRound): AsyncGenerator<string> {
  let last = { id: 0n, number: 0 };
  for (;;) {
    const leaves = await rawQuery<Leaf>(
      ctx.db,
      sql`select * from public_leaves(${id}, ${last.id}, ${last.number}, ${PAGE})`,
    );
    if (leaves.length > 0) yield leaves.map((leaf) => `${JSON.stringify(lineOf(gameId, leaf))}\n`).join('');
    if (leaves.length < PAGE) return;
    last = leaves.at(-1) ?? last;
  }
}

/** One line. Amounts are paise, instants milliseconds since 1970, as in the leaf; the hash is hex, null under colour-pf/1. */
function lineOf(gameId: string, { number, selection, amount, placed_at: at, player_hash: hash }: Leaf): object {
  return {
    gameId,
    bet: number,
    selection,
    paise: Number(amount),
    receivedAt: at.getTime(),
    player: hash?.toString('hex') ?? null,
  };
}
