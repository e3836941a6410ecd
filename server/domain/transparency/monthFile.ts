import { gameTypes, type GameType } from '../contests/gameTypes.ts';
import { DomainError } from '../errors.ts';
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

/** After the end of a month its last rounds are being paid. */
const SETTLEMENT_MS = 10 * 60_000;

/** Game and span of `sapreHalf-2026-11.jsonl`, and whether its rounds are over by `now`; null for any other name. */
export function readMonthFile(name: string, now: Date): { gameType: GameType; span: Span; final: boolean } | null {
  const [, game, month = ''] = /^(\w+)-([12]\d{3}-(?:0[1-9]|1[0-2]))\.jsonl$/.exec(name) ?? [];
  const gameType = gameTypes.find((one) => one === game);
  if (!gameType) return null;
  const span = readMonth(month);
  return { gameType, span, final: span.to + SETTLEMENT_MS < now.getTime() };
}

export function noSuchFile(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such file.', { field: 'file' });
}
