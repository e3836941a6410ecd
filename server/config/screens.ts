import { paths } from '../../web/paths.ts';
import { type Page, pages } from '../../web/routes.ts';

/** The page of the product's name, and the one for all addresses that have no other. */
const LANDING = '/:slug';
const OTHERS = '*';

/** Source of a regular expression for the addresses of a route, as the router has them: in any case, with or without a slash at the end. */
export function patternOf(route: string): string {
  return `^${route.replaceAll(/:\w+/g, '[^/]+')}/?$`;
}

const landing = pages.find(({ path }) => path === LANDING);
const others = pages.find(({ path }) => path === OTHERS);
const ofRoutes = pages.filter(({ path }) => path !== LANDING && path !== OTHERS);
const patterns = ofRoutes.map((page) => ({ page, pattern: new RegExp(patternOf(page.path), 'i') }));

export const screenRoutes: readonly string[] = [...ofRoutes.map(({ path }) => path), paths.admin.root];
const anyScreen = new RegExp(screenRoutes.map(patternOf).join('|'), 'i');

/** Where a player changes the password. */
export const PASSWORD_SCREEN: string = paths.changePassword;

/** First path segments of all screens, in lower case. */
export const screenSlugs: readonly string[] = screenRoutes.map((route) => route.toLowerCase().split('/')[1] ?? '');

/** Whether `path` is a screen of the web app. */
export function isScreen(path: string, productSlug: string): boolean {
  return anyScreen.test(path) || isLanding(path, productSlug);
}

/** The page that the router shows at a path. */
export function pageAt(path: string, productSlug: string): Page | undefined {
  if (isLanding(path, productSlug)) return landing;
  return patterns.find(({ pattern }) => pattern.test(path))?.page ?? others;
}

function isLanding(path: string, productSlug: string): boolean {
  return path.replace(/\/$/, '').toLowerCase() === paths.landing(productSlug).toLowerCase();
}
