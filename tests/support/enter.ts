import type { Page } from '@playwright/test';
import type { Person } from './people.ts';

/** Opens a path of the app in a window, signed in as somebody, without the way through the log-in screen. */
export async function enter(page: Page, person: Person, userType: 'player' | 'admin', path: string): Promise<void> {
  const { accessToken, refreshToken, uid, email } = person;
  const userData = JSON.stringify({ avatar: '', name: '', email, userId: uid, userType });
  await page.goto('/congrats');
  await page.evaluate(keepSession, { accessToken, refreshToken, userData });
  await page.goto(path);
}

/** Runs in the page: keeps a session as the app itself does. */
function keepSession(session: Record<string, string>): void {
  for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
}
