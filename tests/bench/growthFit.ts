/** A value at a size of the history: that of the bets. */
export interface Point {
  size: number;
  value: number;
}

/** value = factor · size^exponent. */
export interface PowerFit {
  exponent: number;
  at(size: number): number;
}

/**
 * The power of the size that fits the points best (least squares of the logarithms; through both where there are two). It
 * grows at least as fast as a logarithm through the same points, so that an extrapolation errs on the dear side. What gets
 * `better` with the size, larger or smaller, is taken to stay at its last value.
 */
export function fitPower(points: readonly Point[], better: 'larger' | 'smaller'): PowerFit {
  const logs = points.map(({ size, value }) => ({ x: Math.log(size), y: Math.log(value) }));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(logs.map((log) => log.x)), mean(logs.map((log) => log.y))];
  const spread = logs.reduce((sum, log) => sum + (log.x - x) ** 2, 0);
  const exponent = spread === 0 ? 0 : logs.reduce((sum, log) => sum + (log.x - x) * (log.y - y), 0) / spread;
  if (better === 'larger' ? exponent > 0 : exponent < 0)
    return { exponent: 0, at: () => points.at(-1)?.value ?? Number.NaN };
  return { exponent, at: (size) => Math.exp(y + exponent * (Math.log(size) - x)) };
}
