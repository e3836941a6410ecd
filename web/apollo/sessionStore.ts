/**
 * The session in the browser: accessToken, refreshToken and userData (JSON) in local storage, which all tabs share.
 * Components that depend on the session subscribe here.
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

const keys = { accessToken: 'accessToken', refreshToken: 'refreshToken', user: 'userData' } as const;
const listeners = new Set<() => void>();
let known: { readonly text: string; readonly session: Session | null } | undefined;

/** The current session, or null when signed out. Returns the same object until the session changes. */
export function readSession(): Session | null {
  const stored = [keys.accessToken, keys.refreshToken, keys.user].map((key) => localStorage.getItem(key));
  const text = JSON.stringify(stored);
  if (known?.text !== text) known = { text, session: decode(stored) };
  return known.session;
}

/** Stores a session after login, renewal or a change of profile. */
export function keepSession(session: Session): void {
  if (session.accessToken !== null) localStorage.setItem(keys.accessToken, session.accessToken);
  localStorage.setItem(keys.refreshToken, session.refreshToken);
  localStorage.setItem(keys.user, JSON.stringify(session.user));
  notifyListeners();
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

/** Deletes tokens, user data and everything under a personal key. */
export function clearSession(): void {
  const ending = personalKey('');
  const personal = Object.keys(localStorage).filter((key) => ending !== ':' && key.endsWith(ending));
  for (const key of [...Object.values(keys), ...personal]) localStorage.removeItem(key);
  notifyListeners();
}

/** Calls back after each change in this tab or another; returns the function that unsubscribes. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) addEventListener('storage', notifyListeners);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', notifyListeners);
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
