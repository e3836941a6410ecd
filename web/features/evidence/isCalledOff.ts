/**
 * Whether a bet is rightly missing under its round's root: its player called it off, which is possible in a round that an
 * operator has marked, and in no other. Elsewhere a server could drop a bet by this claim.
 */
export function isCalledOff(
  bet: { readonly cancelledByPlayer: boolean },
  round: { readonly decidedBy: string },
): boolean {
  return bet.cancelledByPlayer && round.decidedBy === 'OPERATOR';
}
