import { and, eq, gte, isNull, lt } from 'drizzle-orm';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../ground/verbs/context.ts';
import { gameTypes, type GameType } from '../contests/gameTypes.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import type { Span } from '../stats/cover.ts';
import { readMonth } from './month.ts';

/** A public file of JSON Lines. */
export interface PublicFile {
  /** `sapreHalf-2026-11.jsonl` */
  name: string;
  /** Whether the file stays as it is. */
  final: boolean;
  /** Chunks of some thousand lines, read from the database as they are consumed. */
  lines: AsyncIterable<string>;
}

export interface MonthFile {
  gameType: GameType;
  span: Span;
}

/** After the end of a month its last rounds are being paid. */
const SETTLEMENT_MS = 10 * 60_000;

/** Game and span of `sapreHalf-2026-11.jsonl`; null for any other name. */
export function readMonthFile(name: string): MonthFile | null {
  const [, game, month = ''] = /^(\w+)-([12]\d{3}-(?:0[1-9]|1[0-2]))\.jsonl$/.exec(name) ?? [];
  const gameType = gameTypes.find((one) => one === game);
  return gameType ? { gameType, span: readMonth(month) } : null;
}

/** Whether a month's files stay as they are: it is over, and no round of it waits for the beacon or is being paid. */
export async function isFinal({ db, now }: Context, { gameType, span: { from, to } }: MonthFile): Promise<boolean> {
  if (to + SETTLEMENT_MS >= now.getTime()) return false;
  const inMonth = and(gte(contests.endsAt, new Date(from)), lt(contests.endsAt, new Date(to)));
  const [open] = await db
    .select({ id: contests.id })
    .from(contests)
    .where(and(eq(contests.gameType, gameType), isNull(contests.settledAt), inMonth))
    .limit(1);
  return open === undefined;
}

export function noSuchFile(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such file.', { field: 'file' });
}
