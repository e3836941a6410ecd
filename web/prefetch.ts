import type { RouteObject } from 'react-router-dom';
import { loadClient } from './apollo/clientLoader.ts';
import { loadPage } from './lazyPages.tsx';

/** What precedes following a link or filling in a form: the pointer comes near, it is pressed, or the keyboard reaches it. */
const signs = ['pointerover', 'pointerdown', 'focusin'] as const;

/**
 * Loads a page's scripts as soon as a link to it is likely to be followed, and what forms are sent with as soon as one is
 * likely to be filled in. A failure is left to those that need them, which load them again. Returns the function that
 * stops it.
 */
export function prefetchLinkedPages(
  routes: RouteObject[],
  loadSender: () => Promise<unknown> = loadClient,
): () => void {
  const prefetch = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    if (target.closest('form')) loadSender().catch(() => undefined);
    const link = target.closest('a');
    if (!link || link.origin !== location.origin) return;
    void loadPage(routes, link.pathname);
  };
  for (const sign of signs) document.addEventListener(sign, prefetch, { passive: true });
  return () => {
    for (const sign of signs) document.removeEventListener(sign, prefetch);
  };
}
