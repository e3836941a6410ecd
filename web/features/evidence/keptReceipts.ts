import { personalKey } from '../../apollo/sessionStore.ts';
import type { BetReceipt } from '../../lib/betReceipt.ts';

/** Dispatched on `window` when they change. */
const CHANGED = 'rangoli:receipts';
/** Some 1.3 kB each. */
const most = 100;

/** A receipt in this browser, with what its check after the round has shown. */
export interface KeptReceipt extends BetReceipt {
  /** right: under the round's root. wrong: evidence against the operator. over: the round has no root, or the bet was cancelled. */
  readonly state: 'unchecked' | 'right' | 'wrong' | 'over';
}

/** Of the player who is signed in, oldest first. They are deleted with the session. */
export function readReceipts(): readonly KeptReceipt[] {
  try {
    return JSON.parse(localStorage.getItem(personalKey('receipts')) ?? '[]') as KeptReceipt[];
  } catch {
    return [];
  }
}

/** Adds receipts, or replaces those of the same bets. Wrong ones stay; of the others the newest are kept. */
export function keepReceipts(added: readonly KeptReceipt[]): void {
  const isSame = (one: BetReceipt, other: BetReceipt) => one.gameId === other.gameId && one.number === other.number;
  const all = [...readReceipts().filter((one) => !added.some((other) => isSame(one, other))), ...added];
  const newest = new Set(all.slice(-most));
  const kept = all.filter((one) => one.state === 'wrong' || newest.has(one));
  localStorage.setItem(personalKey('receipts'), JSON.stringify(kept));
  dispatchEvent(new Event(CHANGED));
}

/** Calls back when receipts of this page change. Returns what ends that. */
export function onReceipts(changed: () => void): () => void {
  addEventListener(CHANGED, changed);
  return () => removeEventListener(CHANGED, changed);
}
