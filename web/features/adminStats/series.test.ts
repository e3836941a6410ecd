import { describe, expect, it } from 'vitest';
import { isByHour, isQuiet, momentsOf } from './series.ts';

const point = (at: string, stakes: string, profit: string) => ({ at, stakes, profit });
const series = {
  SAPRE_HALF: [point('2026-11-19T18:30:00Z', '10.00', '-5.50'), point('2026-11-19T19:30:00Z', '0.00', '0.00')],
  SAPRE_ONE: [point('2026-11-19T18:30:00Z', '20.00', '1.00'), point('2026-11-19T19:30:00Z', '0.00', '0.00')],
  SAPRE_THREE: [point('2026-11-19T18:30:00Z', '0.00', '0.00'), point('2026-11-19T19:30:00Z', '0.00', '0.00')],
};

describe('series of the three games', () => {
  it('stand side by side in paise', () => {
    expect(momentsOf(series, 'profit')[0]).toEqual({
      at: '2026-11-19T18:30:00Z',
      paise: { SAPRE_HALF: -550n, SAPRE_ONE: 100n, SAPRE_THREE: 0n },
    });
  });

  it('are quiet when nothing was staked', () => {
    const moments = momentsOf(series, 'stakes');
    expect(isQuiet(moments)).toBe(false);
    expect(isQuiet(moments.slice(1))).toBe(true);
  });

  it('go by the hour or by the day', () => {
    expect(isByHour(momentsOf(series, 'stakes'))).toBe(true);
    expect(isByHour([])).toBe(false);
  });
});
