import type { GameType } from '../../gql/graphql.ts';
import { roundSeconds } from './games.ts';

const dayMs = 86_400_000;

/**
 * The name of the round `steps` slots after this one (before it, if negative): the date and the number of the slot in its
 * day, from 0001. After an outage there may be no such round. Null for a name of another form.
 */
export function neighbourOf(gameId: string, gameType: GameType, steps: 1 | -1): string | null {
  const match = /^(\w+)-(\d{4})(\d\d)(\d\d)(\d{4})$/.exec(gameId);
  if (!match) return null;
  const [, game, year, month, day, slot] = match;
  const lengthMs = roundSeconds[gameType] * 1000;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day)) + (Number(slot) - 1 + steps) * lengthMs;
  const date = new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
  return `${game}-${date}${String((at % dayMs) / lengthMs + 1).padStart(4, '0')}`;
}
