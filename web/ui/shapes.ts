/** The three colours of the game. Each has a shape, so that colour is never the only distinction. */
export type GameColor = 'GREEN' | 'VIOLET' | 'RED';

export const shapes: Readonly<Record<GameColor, string>> = { GREEN: '●', VIOLET: '◆', RED: '▲' };

/** The colours of a number: 0 and 5 have two (server/domain/contests/README.md#winning-numbers-and-payouts). */
export function colorsOf(number: number): readonly GameColor[] {
  if (number === 0) return ['VIOLET', 'GREEN'];
  if (number === 5) return ['VIOLET', 'RED'];
  return number % 2 === 0 ? ['GREEN'] : ['RED'];
}
