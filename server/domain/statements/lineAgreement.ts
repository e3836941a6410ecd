import type { Paise } from '../../../db/columns.ts';
import { paise } from '../ground/values/money.ts';

/** What a line of a statement and a request have in common, and what they have not. */
export interface LineAgreement {
  /** The line has the key of the request's reference. */
  sameReference: boolean;
  /**
   * In how many characters the reference differs from what stands in the line, at most 3, where nothing equal stands there; 0 where it
   * is the same; null where nothing alike does.
   */
  differingCharacters: number | null;
  /** The line's amount less the request's, in paise. */
  amountDifference: Paise;
  /** Each word of the player's name stands in the line's text. */
  sameName: boolean;
  /** Whole minutes between the line and the request; of a line without a time from noon of its day. */
  minutesApart: number;
}

export interface ComparedLine {
  tokens: readonly string[];
  amount: Paise;
  description: string;
  /** `YYYY-MM-DD`. */
  day: string;
  at: Date | null;
}

export interface ComparedRequest {
  /** The key of a deposit's reference or of a payout's; null without one. */
  key: string | null;
  amount: Paise;
  /** When a deposit was asked for, or a payout made. */
  moment: Date;
  playerName: string;
}

const MOST_DIFFERING = 3;
const LEAST_COMPARED = 6;
const MINUTE_MS = 60_000;

/** Compares a line with a request, for an admin who decides whether it pays it. */
export function agreementOf(line: ComparedLine, { key, amount, moment, playerName }: ComparedRequest): LineAgreement {
  const at = line.at ?? new Date(`${line.day}T12:00:00+05:30`);
  const sameReference = key !== null && line.tokens.includes(key);
  return {
    sameReference,
    differingCharacters: sameReference ? 0 : key === null ? null : nearest(key, line.tokens),
    amountDifference: paise(line.amount - amount),
    sameName: hasName(line.description, playerName),
    minutesApart: Math.floor(Math.abs(moment.getTime() - at.getTime()) / MINUTE_MS),
  };
}

/** In how many places the key differs from the token that is most like it, of its length; null above 3, and for short ones. */
function nearest(key: string, tokens: readonly string[]): number | null {
  if (key.length < LEAST_COMPARED) return null;
  const differences = tokens
    .filter(({ length }) => length === key.length)
    .map((token) => [...token].filter((character, place) => character !== key[place]).length);
  const least = Math.min(...differences);
  return least <= MOST_DIFFERING ? least : null;
}

function hasName(description: string, name: string): boolean {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const written = new Set(words(description));
  const parts = words(name).filter((word) => word.length > 1);
  return parts.length > 0 && parts.every((word) => written.has(word));
}
