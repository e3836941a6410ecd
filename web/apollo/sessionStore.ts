/**
 * The session as the browser keeps it: accessToken, refreshToken and userData (JSON) in local storage, which all tabs
 * share. Whoever shows or guards something subscribes here.
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

/** The session now, the same object until something changes; null when nobody is signed in. */
export function readSession(): Session | null {
  const stored = [keys.accessToken, keys.refreshToken, keys.user].map((key) => localStorage.getItem(key));
  const text = JSON.stringify(stored);
  if (known?.text !== text) known = { text, session: decode(stored) };
  return known.session;
}

/** Keeps a session after login, renewal or a change of profile. */
export function keepSession(session: Session): void {
  if (session.accessToken !== null) localStorage.setItem(keys.accessToken, session.accessToken);
  localStorage.setItem(keys.refreshToken, session.refreshToken);
  localStorage.setItem(keys.user, JSON.stringify(session.user));
  tell();
}

let leaving = false;

/**
 * Runs what ends the session on purpose: a log-out, a change of password. When the server tells the end over the socket
 * before it has answered, the guard shows the log-in page, not the landing page.
 */
export async function whileLeaving(leave: () => Promise<void>): Promise<void> {
  leaving = true;
  try {
    await leave();
  } finally {
    leaving = false;
  }
}

/** Whether the session is being ended by the person whose it is. */
export function isLeaving(): boolean {
  return leaving;
}

/** Forgets tokens and user data. */
export function clearSession(): void {
  for (const key of Object.values(keys)) localStorage.removeItem(key);
  tell();
}

/** Calls back after each change, in this tab or another; answers how to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) addEventListener('storage', tell);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', tell);
  };
}

function tell(): void {
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
