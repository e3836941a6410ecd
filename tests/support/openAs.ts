import type { Page } from '@playwright/test';
import type { Person } from './people.ts';

interface Arrival {
  readonly session: Record<string, string>;
  readonly state: Record<string, unknown> | null;
  readonly path: string;
}

interface OpenOptions {
  readonly userType?: 'player' | 'admin';
  /** What the screen before hands over by navigation state. */
  readonly state?: Record<string, unknown>;
}

/** Opens a screen as somebody who has signed in before, or as nobody. */
export async function openAs(
  page: Page,
  person: Person | null,
  path: string,
  options: OpenOptions = {},
): Promise<void> {
  const { userType = 'player', state = null } = options;
  await page.addInitScript(arrive, { session: person ? sessionOf(person, userType) : {}, state, path });
  await page.goto(path);
}

/** What the app keeps in local storage of somebody who is signed in. */
export function sessionOf({ accessToken, refreshToken, uid, email }: Person, userType: string): Record<string, string> {
  return {
    accessToken,
    refreshToken,
    userData: JSON.stringify({ avatar: '', name: '', email, userId: uid, userType }),
  };
}

/** Runs in the page before its own code, once: signed in and with navigation state, as app and router keep them. */
function arrive({ session, state, path }: Arrival): void {
  if (sessionStorage.getItem('arrived') !== null) return;
  sessionStorage.setItem('arrived', 'yes');
  for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  if (location.pathname === path) history.replaceState({ usr: state, key: 'handed', idx: 0 }, '');
}
