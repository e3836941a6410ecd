/** A part of a whole as 0 to 1, exact to a thousandth: all that a picture can show. Nothing of nothing is 0. */
export function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1000n) / whole) / 1000;
}
