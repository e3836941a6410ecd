import { matchRoutes, type RouteObject } from 'react-router-dom';

/** What precedes following a link: the pointer comes near it, it is pressed, or the keyboard reaches it. */
const signs = ['pointerover', 'pointerdown', 'focusin'] as const;

/**
 * Loads a page's scripts as soon as a link to it is likely to be followed. A failure is left to the router, which
 * loads them again. Returns the function that stops it.
 */
export function prefetchLinkedPages(routes: RouteObject[]): () => void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== location.origin) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      if (typeof route.lazy === 'function') route.lazy().catch(() => undefined);
    }
  };
  for (const sign of signs) document.addEventListener(sign, prefetch, { passive: true });
  return () => {
    for (const sign of signs) document.removeEventListener(sign, prefetch);
  };
}
