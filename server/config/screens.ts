import { paths } from '../../web/paths.ts';
import { type Page, pages } from '../../web/routes.ts';

/** The page of the product's name, and the one for all addresses that have no other. */
const LANDING = '/:slug';
const OTHERS = '*';

/** Source of a regular expression for the addresses of a route, as the router has them: in any case, with or without a slash at the end. */
export function patternOf(route: string): string {
  return `^${route.replaceAll(/:\w+/g, '[^/]+')}/?$`;
}

export const screenRoutes: readonly string[] = [
  ...pages.map(({ path }) => path).filter((path) => path !== LANDING && path !== OTHERS),
  paths.admin.root,
];
const anyScreen = new RegExp(screenRoutes.map(patternOf).join('|'), 'i');

/** First path segments of all screens, in lower case. */
export const screenSlugs: readonly string[] = screenRoutes.map((route) => route.toLowerCase().split('/')[1] ?? '');

/** Whether `path` is a screen of the web app. */
export function isScreen(path: string, productSlug: string): boolean {
  return anyScreen.test(path) || isLanding(path, productSlug);
}

/** The page that the router shows at a path. */
export function pageAt(path: string, productSlug: string): Page | undefined {
  const route = isLanding(path, productSlug) ? LANDING : null;
  const isAt = ({ path: other }: Page) =>
    other !== LANDING && other !== OTHERS && new RegExp(patternOf(other), 'i').test(path);
  return pages.find((page) => page.path === route || isAt(page)) ?? pages.find((page) => page.path === OTHERS);
}

function isLanding(path: string, productSlug: string): boolean {
  return path.replace(/\/$/, '').toLowerCase() === paths.landing(productSlug).toLowerCase();
}
