import { onUserChange, readSession } from '../../apollo/sessionStore.ts';
import type { BetReceipt } from '../../lib/betReceipt.ts';
import { localStore } from '../../lib/storage.ts';

/** Dispatched on `window` when they change. */
const CHANGED = 'rangoli:receipts';
/** Some 1.3 kB each. */
const most = 100;

/** A receipt in this browser, with what its check after the round has shown. */
export interface KeptReceipt extends BetReceipt {
  /** right: under the round's root. wrong: evidence against the operator. over: the round has no root, or the bet was cancelled. */
  readonly state: 'unchecked' | 'right' | 'wrong' | 'over';
}

/**
 * Of the player who is signed in, oldest first. They outlive the session, which the operator can end: else that would delete
 * the evidence too. Other users of the browser never read them.
 */
export function readReceipts(): readonly KeptReceipt[] {
  return receiptsOf(readSession()?.user.userId);
}

/** Receipts of the player with this UID, also while another player is signed in. */
export function receiptsOf(uid: string | undefined): readonly KeptReceipt[] {
  if (uid === undefined) return [];
  try {
    return JSON.parse(localStore.get(keyOf(uid)) ?? '[]') as KeptReceipt[];
  } catch {
    return [];
  }
}

/** Not a personal key, which is deleted with the session. */
function keyOf(uid: string): string {
  return `receipts/${uid}`;
}

/**
 * Adds receipts of one player, or replaces those of the same bets, also after the signed-in user has changed. Wrong ones stay; of the
 * others the newest are kept.
 */
export function keepReceipts(uid: string, added: readonly KeptReceipt[]): void {
  const isSame = (one: BetReceipt, other: BetReceipt) => one.gameId === other.gameId && one.number === other.number;
  const all = [...receiptsOf(uid).filter((one) => !added.some((other) => isSame(one, other))), ...added];
  const newest = new Set(all.slice(-most));
  const kept = all.filter((one) => one.state === 'wrong' || newest.has(one));
  localStore.set(keyOf(uid), JSON.stringify(kept));
  dispatchEvent(new Event(CHANGED));
}

/** Deletes those of the player who is signed in, whose account is closed. */
export function forgetReceipts(): void {
  const uid = readSession()?.user.userId;
  if (uid !== undefined) localStore.remove(keyOf(uid));
}

/** Calls `changed` when receipts change in this tab, and when the signed-in user changes. Returns the function to unsubscribe. */
export function onReceipts(changed: () => void): () => void {
  addEventListener(CHANGED, changed);
  const forgetUser = onUserChange(changed);
  return () => {
    removeEventListener(CHANGED, changed);
    forgetUser();
  };
}
