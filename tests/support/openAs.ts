import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Person } from './world/people.ts';

interface Arrival {
  /** Distinguishes each arrival in a window from the next. */
  readonly id: string;
  readonly session: Record<string, string>;
  readonly state: Record<string, unknown> | null;
  readonly path: string;
}

interface OpenOptions {
  readonly userType?: 'player' | 'admin';
  /** Location state from the previous screen. */
  readonly state?: Record<string, unknown>;
}

const arrivals = new WeakMap<Page, { dispose(): Promise<void> }>();

/** Opens a screen as a signed-in user, or without a session. Clears the session that the window had before. */
export async function openAs(
  page: Page,
  person: Person | null,
  path: string,
  options: OpenOptions = {},
): Promise<void> {
  const { userType = 'player', state = null } = options;
  await arrivals.get(page)?.dispose();
  const session = person ? sessionOf(person, userType) : {};
  arrivals.set(page, await page.addInitScript(arrive, { id: randomUUID(), session, state, path }));
  await page.goto(path);
}

/** The app's local storage for a signed-in user. */
export function sessionOf({ accessToken, refreshToken, uid, email }: Person, userType: string): Record<string, string> {
  return {
    accessToken,
    refreshToken,
    userData: JSON.stringify({ avatar: '', name: '', email, userId: uid, userType }),
  };
}

/** Runs in the page before its own code, once: stores session and location state as app and router do. */
function arrive({ id, session, state, path }: Arrival): void {
  if (sessionStorage.getItem('arrived') === id) return;
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem('arrived', id);
  for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  if (location.pathname === path) history.replaceState({ usr: state, key: 'handed', idx: 0 }, '');
}
