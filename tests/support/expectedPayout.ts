/**
 * What a bet of this many paise returns when `winner` is drawn, rounded down to the paisa; 0 when it loses. Written
 * from the rules of the game alone: it shares nothing with the server's payout table and the database's arithmetic,
 * which tests compare with it. Selections: 0-9 the numbers, 10 green, 11 violet, 12 red.
 */
export function expectedPayout(selection: number, paise: bigint, winner: number): bigint {
  if (selection < 10) return selection === winner ? (paise * 96n) / 10n : 0n;
  const shared = winner === 0 || winner === 5;
  if (selection === 11) return shared ? (paise * 48n) / 10n : 0n;
  const wins = selection === 10 ? winner % 2 === 0 : winner % 2 === 1;
  if (!wins) return 0n;
  return shared ? (paise * 16n) / 10n : paise * 2n;
}
