import type { Page } from '@playwright/test';
import { sessionOf } from './openAs.ts';
import type { Person } from './people.ts';

/** Opens a path of the app in a window, signed in as somebody, without the way through the log-in screen. */
export async function enter(page: Page, person: Person, userType: 'player' | 'admin', path: string): Promise<void> {
  await page.goto('/congrats');
  await page.evaluate(keepSession, sessionOf(person, userType));
  await page.goto(path);
}

/** Runs in the page: keeps a session as the app itself does. */
function keepSession(session: Record<string, string>): void {
  for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
}
