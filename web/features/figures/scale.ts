/** Positions in a drawing. Money becomes a floating-point number for pixels only; every shown amount comes from the paise. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The points of a line through `values`, the first at the left and the lowest at the bottom; equal values at half height. */
export function linePoints(values: readonly bigint[], { left, right, top, bottom }: Box): Point[] {
  const [lowest, highest] = boundsOf(values);
  const range = Number(highest - lowest);
  return values.map((value, place) => ({
    x: values.length === 1 ? left : left + ((right - left) * place) / (values.length - 1),
    y: range === 0 ? (top + bottom) / 2 : bottom - ((bottom - top) * Number(value - lowest)) / range,
  }));
}

/** The lowest and the highest; zero of none. */
export function boundsOf(values: readonly bigint[]): readonly [bigint, bigint] {
  let [lowest, highest] = [values[0] ?? 0n, values[0] ?? 0n];
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return [lowest, highest];
}

/** `value` of `most` as a share from 0 to 1. */
export function shareOf(value: bigint, most: bigint): number {
  return most === 0n ? 0 : Number(value) / Number(most);
}

/** How often a number is expected in so many fair draws, and the range in which it lies in 95 of 100 cases. */
export function expectedOf(draws: number): { mean: number; from: number; to: number } {
  const mean = draws / 10;
  const spread = 2 * Math.sqrt(draws * 0.1 * 0.9);
  return { mean, from: Math.max(0, mean - spread), to: mean + spread };
}
