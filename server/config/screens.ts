import { paths } from '../../web/paths.ts';

/** Stands for an id or name in an address. */
const PART = 'x';
const ANY_PART = '[^/]+';

const { admin, landing, ...others } = paths;
const anyScreen = new RegExp(
  `^(?:${[...Object.values(others), ...Object.values(admin)].map(patternOf).join('|')})/?$`,
  'i',
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
