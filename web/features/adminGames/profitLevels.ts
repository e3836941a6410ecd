import { games } from '#messages/admin/games.ts';

/** Names of the slider's levels: 0-2 Low, 3-5 Moderate, 6-9 High Profit (web/pages/README.md#what-screens-show). */
export function profitName(level: number): string {
  const { low, moderate, high } = games.slider.names;
  if (level <= 2) return low;
  return level <= 5 ? moderate : high;
}
