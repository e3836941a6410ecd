/** By the mark each leaves in its name. Most carry the marks of others too, so the first that fits is it. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and system that a User-Agent header tells of; null where it tells of no browser known here, or of no system. */
export function programOf(userAgent: string): { readonly browser: string; readonly system: string } | null {
  const browser = named(browsers, userAgent);
  const system = named(systems, userAgent);
  return browser && system ? { browser, system } : null;
}

function named(known: readonly (readonly [string, string])[], userAgent: string): string | undefined {
  return known.find(([mark]) => userAgent.includes(mark))?.[1];
}
