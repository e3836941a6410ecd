import type { GameType } from '../../gql/graphql.ts';
import { paiseOf } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';

interface Point {
  readonly at: string;
  readonly stakes: string;
  readonly profit: string;
}

export type Figure = 'stakes' | 'profit';

/** One hour or day: the profit of each game, in paise. */
export interface Moment {
  readonly at: string;
  readonly paise: Readonly<Record<GameType, bigint>>;
}

/** Merges the series of the three games, which cover the same hours or days. */
export function momentsOf(series: Readonly<Record<GameType, readonly Point[]>>, figure: Figure): Moment[] {
  const paise = (gameType: GameType, at: number) => paiseOf(series[gameType][at]?.[figure] ?? '0.00');
  return series.SAPRE_HALF.map((point, at) => ({
    at: point.at,
    paise: {
      SAPRE_HALF: paiseOf(point[figure]),
      SAPRE_ONE: paise('SAPRE_ONE', at),
      SAPRE_THREE: paise('SAPRE_THREE', at),
    },
  }));
}

/** Whether nothing was staked in the range. */
export function isQuiet(moments: readonly Moment[]): boolean {
  return moments.every(({ paise }) => Object.values(paise).every((amount) => amount === 0n));
}

/** Points up to this far apart are hours, others days. */
const hourMs = 3_600_000;

export function isByHour([first, second]: readonly Moment[]): boolean {
  return !!first && !!second && Date.parse(second.at) - Date.parse(first.at) <= hourMs;
}

/** "20-11-26" and, for an hour, "01:00 pm". */
export function titleOf({ at }: Moment, byHour: boolean): { readonly day: string; readonly time: string } {
  const text = formatInstant(at);
  return { day: text.slice(0, 8), time: byHour ? text.slice(9) : '' };
}
