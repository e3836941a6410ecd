/**
 * What a call counts as in the limits on calls. Each kind has a limit of its own, so that nothing else that players do
 * can use up their bets. An attempt checks a secret or sends a mail.
 */
export type CallKind = 'bet' | 'attempt' | 'other';
