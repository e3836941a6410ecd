import { BetSheet } from './BetSheet.tsx';
import { CancelBets } from './CancelBets.tsx';
import { OpenBets } from './OpenBets.tsx';
import { RepeatBets } from './RepeatBets.tsx';

/** What places and cancels bets: one script, which the game loads once it is shown. */
export const betParts = { BetSheet, CancelBets, OpenBets, RepeatBets };
