/** The three colours of the game. Each has a shape, so that colour never stands alone. */
export type GameColor = 'GREEN' | 'VIOLET' | 'RED';

export const shapes: Readonly<Record<GameColor, string>> = { GREEN: '●', VIOLET: '◆', RED: '▲' };

/** The colours a number bears: 0 and 5 bear two (server/domain/README.md#winning-numbers-and-payouts). */
export function colorsOf(number: number): readonly GameColor[] {
  if (number === 0) return ['VIOLET', 'GREEN'];
  if (number === 5) return ['VIOLET', 'RED'];
  return number % 2 === 0 ? ['GREEN'] : ['RED'];
}
