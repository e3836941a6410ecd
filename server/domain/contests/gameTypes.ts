import type { GameType } from '../ground/verbs/events.ts';

export type { GameType } from '../ground/verbs/events.ts';

/** The three round lengths of the Coloring Game; the names are the product's own. */
export const gameTypes = ['sapreHalf', 'sapreOne', 'sapreThree'] as const satisfies readonly GameType[];

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
/** Asia/Kolkata has kept this offset since 1945, and every round length divides it: its midnights lie on the grid. */
const KOLKATA_OFFSET = 19_800 * SECOND;

/**
 * Milliseconds of a round, and how long before its end betting closes: 30 s, as the guide says, but 5 s for the round
 * that is itself only 30 s long (server/domain/contests/README.md#rounds).
 */
const rounds: Record<GameType, { lengthMs: number; cutoffMs: number }> = {
  sapreHalf: { lengthMs: 30 * SECOND, cutoffMs: 5 * SECOND },
  sapreOne: { lengthMs: 60 * SECOND, cutoffMs: 30 * SECOND },
  sapreThree: { lengthMs: 180 * SECOND, cutoffMs: 30 * SECOND },
};

/** Length of a round in milliseconds. */
export function lengthMs(gameType: GameType): number {
  return rounds[gameType].lengthMs;
}

/**
 * Rounds of all games end together at multiples of this, in milliseconds since the epoch: each length divides the
 * longest.
 */
export const commonPeriodMs = Math.max(...gameTypes.map(lengthMs));

/** How long before its end a round stops taking bets, in milliseconds. */
export function cutoffMs(gameType: GameType): number {
  return rounds[gameType].cutoffMs;
}

/** A slot of a game's grid: rounds are counted from the epoch. Instants in milliseconds. */
export interface Slot {
  gameType: GameType;
  slot: number;
  startsAt: number;
  /** evaluationTime: no bet is taken from here on. */
  closesAt: number;
  endsAt: number;
  /** The round's public name, e.g. `sapreOne-202611200742`. */
  gameId: string;
}

/** The slot that contains `instant` (milliseconds); a slot includes its start and excludes its end. */
export function slotAt(gameType: GameType, instant: number): Slot {
  const { lengthMs, cutoffMs } = rounds[gameType];
  const slot = Math.floor(instant / lengthMs);
  const startsAt = slot * lengthMs;
  const endsAt = startsAt + lengthMs;
  return {
    gameType,
    slot,
    startsAt,
    closesAt: endsAt - cutoffMs,
    endsAt,
    gameId: `${gameType}-${period(startsAt, lengthMs)}`,
  };
}

const gameIdForm = new RegExp(`^(${gameTypes.join('|')})-\\d{12}$`);

/** Whether a text has the format of a round's public name, so that others need no look-up. */
export function isGameId(text: string): boolean {
  return gameIdForm.test(text);
}

/** The date in Asia/Kolkata and the four-digit number, from 0001, of the slot in that day. */
function period(startsAt: number, lengthMs: number): string {
  const local = startsAt + KOLKATA_OFFSET;
  const sinceMidnight = local % DAY;
  const date = new Date(local - sinceMidnight).toISOString().slice(0, 10).replaceAll('-', '');
  return date + String(sinceMidnight / lengthMs + 1).padStart(4, '0');
}

/** The next instant (milliseconds) after `instant` at which a round of this game closes or ends. */
export function nextTurn(gameType: GameType, instant: number): number {
  const { closesAt, endsAt } = slotAt(gameType, instant);
  return instant < closesAt ? closesAt : endsAt;
}
