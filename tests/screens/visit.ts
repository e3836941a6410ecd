import type { Page } from '@playwright/test';
import { openAs } from '../support/openAs.ts';
import * as en from '../../web/messages/en.ts';
import * as hi from '../../web/messages/hi.ts';
import type { Scene, Screen } from './screens.ts';

/** What a page shows while it loads, in each language. */
const loading = [en.common.loading, hi.common.loading];

/** A page of few words, without a session. */
const BETWEEN = '/congrats';

/**
 * Opens a screen as its viewer, with location state, and brings it into its state. `within`: the page shows another
 * screen for the same viewer, which this one replaces without being loaded: that takes a fraction of the time.
 */
export async function visit(page: Page, screen: Screen, scene: Scene, { within = false } = {}): Promise<void> {
  const { path, viewer, state } = screen;
  const person = viewer === 'nobody' ? null : scene.people[viewer];
  await screen.prepare?.(scene);
  if (within) await goTo(page, screen);
  else await openAs(page, person, path, { userType: viewer === 'admin' ? 'admin' : 'player', ...(state && { state }) });
  await page.waitForFunction(hasLoaded, loading);
  await screen.reach?.(page, scene);
}

/** Navigates as a link does; by way of another screen, if this one is open already. */
async function goTo(page: Page, { path, state }: Pick<Screen, 'path' | 'state'>): Promise<void> {
  const [pathname] = path.split('?');
  if (new URL(page.url()).pathname === pathname && path !== BETWEEN) await goTo(page, { path: BETWEEN });
  await page.waitForFunction(hasLoaded, loading);
  await page.evaluate(
    ([to, usr]) => {
      // The back office's pages share their <main>.
      document.querySelector('main > *')?.setAttribute('data-left', '');
      const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1;
      history.pushState({ usr, key: `at-${idx}`, idx }, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    },
    [path, state ?? null] as const,
  );
  await page.waitForFunction(() => document.querySelector('main > *') && !document.querySelector('[data-left]'));
}

/** Runs in the page: whether its footer is there and nothing is loading any more. */
function hasLoaded(texts: readonly string[]): boolean {
  const { innerText } = document.body;
  return document.querySelector('footer') !== null && !texts.some((text) => innerText.includes(text));
}
