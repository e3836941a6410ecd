import type { Page } from '@playwright/test';
import { openAs } from '../support/openAs.ts';
import type { Scene, Screen } from './screens.ts';

/** Opens a screen as its viewer, with location state, and brings it into its state. */
export async function visit(page: Page, screen: Screen, scene: Scene): Promise<void> {
  const { path, viewer, state } = screen;
  const person = viewer === 'nobody' ? null : scene.people[viewer];
  await screen.prepare?.(scene);
  await openAs(page, person, path, { userType: viewer === 'admin' ? 'admin' : 'player', ...(state && { state }) });
  await page.waitForFunction(hasLoaded);
  await screen.reach?.(page, scene);
}

/** Runs in the page: whether its footer is there and nothing is loading any more. */
function hasLoaded(): boolean {
  return document.querySelector('footer') !== null && !document.body.innerText.includes('Loading...');
}
