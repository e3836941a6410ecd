import type { Page } from '@playwright/test';
import { openAs } from '../support/openAs.ts';
import * as en from '../../web/messages/en.ts';
import * as hi from '../../web/messages/hi.ts';
import type { Scene, Screen } from './screens.ts';

/** What a page shows while it loads, in each language. */
export const loading = [en.common.loading, hi.common.loading];

/** Opens a screen as its viewer, with location state, and brings it into its state. */
export async function visit(page: Page, screen: Screen, scene: Scene): Promise<void> {
  const { path, viewer, state } = screen;
  const person = viewer === 'nobody' ? null : scene.people[viewer];
  await screen.prepare?.(scene);
  await openAs(page, person, path, { userType: viewer === 'admin' ? 'admin' : 'player', ...(state && { state }) });
  await page.waitForFunction(hasLoaded, loading);
  await screen.reach?.(page, scene);
}

/** Runs in the page: whether its footer is there and nothing is loading any more. */
export function hasLoaded(texts: readonly string[]): boolean {
  const { innerText } = document.body;
  return document.querySelector('footer') !== null && !texts.some((text) => innerText.includes(text));
}
