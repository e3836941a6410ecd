import type { Page } from '@playwright/test';
import type { Person } from '../support/people.ts';
import type { People } from './past.ts';
import type { Screen, Viewer } from './screens.ts';

/** Opens a screen as its viewer, with what the screen before hands over, and brings it to its face. */
export async function visit(page: Page, screen: Screen, people: People): Promise<void> {
  const session = screen.viewer === 'nobody' ? {} : sessionOf(people[screen.viewer], screen.viewer);
  await page.addInitScript(arrive, { session, state: screen.state ?? null, path: screen.path });
  await page.goto(screen.path);
  await page.waitForFunction(hasLoaded);
  await screen.reach?.(page);
}

function sessionOf({ accessToken, refreshToken, uid, email }: Person, viewer: Viewer): Record<string, string> {
  const userType = viewer === 'admin' ? 'admin' : 'player';
  return { accessToken, refreshToken, userData: JSON.stringify({ avatar: '', name: '', email, userId: uid, userType }) };
}

interface Arrival {
  readonly session: Record<string, string>;
  readonly state: Record<string, unknown> | null;
  readonly path: string;
}

/** Runs in the page before its own code: signed in and with navigation state, as app and router keep them. */
function arrive({ session, state, path }: Arrival): void {
  for (const [key, value] of Object.entries(session)) {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
  }
  if (location.pathname === path) history.replaceState({ usr: state, key: 'handed', idx: 0 }, '');
}

/** Runs in the page: whether it stands there with its foot, and nothing of it still loads. */
function hasLoaded(): boolean {
  return document.querySelector('footer') !== null && !document.body.innerText.includes('Loading...');
}
