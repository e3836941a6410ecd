import type { Page } from '@playwright/test';
import { openAs } from '../support/openAs.ts';
import type { People } from './past.ts';
import type { Screen } from './screens.ts';

/** Opens a screen as its viewer, with what the screen before hands over, and brings it to its face. */
export async function visit(page: Page, { path, viewer, state, reach }: Screen, people: People): Promise<void> {
  const person = viewer === 'nobody' ? null : people[viewer];
  await openAs(page, person, path, { userType: viewer === 'admin' ? 'admin' : 'player', ...(state && { state }) });
  await page.waitForFunction(hasLoaded);
  await reach?.(page);
}

/** Runs in the page: whether it stands there with its foot, and nothing of it still loads. */
function hasLoaded(): boolean {
  return document.querySelector('footer') !== null && !document.body.innerText.includes('Loading...');
}
