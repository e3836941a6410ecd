import { localStore } from '../lib/storage.ts';

/**
 * The session in the browser: accessToken, refreshToken and userData (JSON) in local storage, which all tabs share.
 * Components that depend on the session subscribe here. Where the browser doesn't store it, it lasts as long as the page.
 */

export interface UserData {
  readonly avatar: string;
  readonly name: string;
  readonly email: string;
  readonly userId: string;
  readonly userType: 'player' | 'admin';
}

export interface Session {
  readonly accessToken: string | null;
  readonly refreshToken: string;
  readonly user: UserData;
}

/**
 * Why a session ended that its user did not end in this tab. otherTab: signed out in another one. device: ended by its
 * user elsewhere. password: it was changed or reset. over: it has expired, or was ended for another reason.
 */
export type EndReason = 'otherTab' | 'device' | 'password' | 'deactivated' | 'over';

const keys = { accessToken: 'accessToken', refreshToken: 'refreshToken', user: 'userData' } as const;
/** Key of the reason for which the server ended the last session, for the tabs that didn't ask it. */
const END_REASON = 'sessionEnd';
const listeners = new Set<() => void>();
/** The user of the session that this page had last, unless they signed out here. */
let lastUser: UserData | null = null;
let stopListening = (): void => undefined;
let known: { readonly text: string; readonly session: Session | null } | undefined;

/** The current session, or null when signed out. Returns the same object until the session changes. */
export function readSession(): Session | null {
  const stored = [keys.accessToken, keys.refreshToken, keys.user].map((key) => localStore.get(key));
  const text = JSON.stringify(stored);
  if (known?.text !== text) known = { text, session: decode(stored) };
  if (known.session) lastUser = known.session.user;
  return known.session;
}

/** Keeps a session after login, renewal or a change of profile. False: the browser stores nothing, so it ends with the page. */
export function keepSession({ accessToken, refreshToken, user }: Session): boolean {
  localStore.remove(END_REASON);
  const isStored = localStore.setAll({
    ...(accessToken !== null && { [keys.accessToken]: accessToken }),
    [keys.refreshToken]: refreshToken,
    [keys.user]: JSON.stringify(user),
  });
  notifyListeners();
  return isStored;
}

let signingOut = false;

/**
 * Runs an action of the user that ends the session: a log-out or a change of password. If the socket reports the end of
 * the session before the action's response, the guard shows the log-in page and not the landing page.
 */
export async function whileSigningOut<Left>(leave: () => Promise<Left>): Promise<Left> {
  signingOut = true;
  try {
    return await leave();
  } finally {
    signingOut = false;
  }
}

/** Whether the user is ending the session. */
export function isSigningOut(): boolean {
  return signingOut;
}

/** The key in local storage of something that belongs to the user, and is deleted with the session. */
export function personalKey(name: string): string {
  return `${name}:${readSession()?.user.userId ?? ''}`;
}

/**
 * Deletes tokens, user data and everything under a personal key. `reason`: why the session ended; none where its user has
 * ended it here.
 */
export function clearSession(reason?: EndReason): void {
  // First, so that other tabs find it when they miss the session.
  if (reason === undefined) localStore.remove(END_REASON);
  else localStore.set(END_REASON, reason);
  removeSession();
  if (reason === undefined) lastUser = null;
  notifyListeners();
}

function removeSession(): void {
  const ending = personalKey('');
  const personal = localStore.keys().filter((key) => ending !== ':' && key.endsWith(ending));
  for (const key of [...Object.values(keys), ...personal]) localStore.remove(key);
}

/**
 * Whose session has ended since this page had one, and why; null where nobody's has, or its user ended it in this tab.
 * Deletes what is left of an incomplete session: a token without user data, or user data without a token.
 */
export function takeEndedSession(): { readonly user: UserData; readonly reason: EndReason } | null {
  const reason = (localStore.get(END_REASON) as EndReason | null) ?? 'otherTab';
  const user = lastUser;
  removeSession();
  lastUser = null;
  notifyListeners();
  return user && { user, reason };
}

/** Calls back after each change in this tab or another; returns the function that unsubscribes. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) stopListening = localStore.onOtherTab(notifyListeners);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopListening();
  };
}

/** Calls back when a user has signed in or out, or another one in, in any tab; returns the function that unsubscribes. */
export function onUserChange(listener: () => void): () => void {
  let userId = readSession()?.user.userId;
  return onSessionChange(() => {
    const next = readSession()?.user.userId;
    if (next === userId) return;
    userId = next;
    listener();
  });
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function decode([accessToken, refreshToken, user]: (string | null)[]): Session | null {
  if (!refreshToken || !user) return null;
  const data = parse(user);
  return isUserData(data) ? { accessToken: accessToken ?? null, refreshToken, user: data } : null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function isUserData(data: unknown): data is UserData {
  if (typeof data !== 'object' || data === null) return false;
  const { userType, userId } = data as Partial<UserData>;
  return (userType === 'player' || userType === 'admin') && typeof userId === 'string';
}
