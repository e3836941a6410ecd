import { paths } from '../../web/paths.ts';

/** Stands for an id or name in an address. */
const PART = 'x';
const ANY_PART = '[^/]+';

const { admin, landing, ...others } = paths;
const addresses = [...Object.values(others), ...Object.values(admin)];
const anyScreen = new RegExp(`^(?:${addresses.map(patternOf).join('|')})/?$`, 'i');

/** First path segments of all screens, in lower case. */
export const screenSlugs: readonly string[] = addresses.map(
  (address) => patternOf(address).toLowerCase().split('/')[1] ?? '',
);

/** Regular expression of an address of web/paths.ts, without its query. */
function patternOf(address: string | ((part: string) => string)): string {
  if (typeof address === 'string') return withoutQuery(address);
  return withoutQuery(address(PART)).replace(new RegExp(`/${PART}$`), `/${ANY_PART}`);
}

function withoutQuery(address: string): string {
  return address.replace(/\?.*/, '');
}

/** Whether `path` is a screen of the web app. Ignores case and a trailing slash, like the router. */
export function isScreen(path: string, productSlug: string): boolean {
  return anyScreen.test(path) || path.replace(/\/$/, '').toLowerCase() === landing(productSlug).toLowerCase();
}
