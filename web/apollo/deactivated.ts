import { tabStore } from '../lib/storage.ts';

/** In this tab: the UID of the account that was signed out because it was deactivated. */
const key = 'deactivated';

export function noteDeactivated(uid: string): void {
  tabStore.set(key, uid);
}

/** Null when no account was, or its owner has dismissed the notice. */
export function deactivatedUid(): string | null {
  return tabStore.get(key);
}

export function forgetDeactivated(): void {
  tabStore.remove(key);
}
