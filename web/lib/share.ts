/** A part of a whole as 0 to 1, rounded to a thousandth, which is enough for a chart. 0 if the whole is 0. */
export function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1000n) / whole) / 1000;
}
