/** Browsers by the mark in their User-Agent. Most contain the marks of others too, so the first match counts. */
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

/** Browser and system of a User-Agent header; null if unknown. */
export function programOf(userAgent: string): { readonly browser: string; readonly system: string } | null {
  const browser = named(browsers, userAgent);
  const system = named(systems, userAgent);
  return browser && system ? { browser, system } : null;
}

function named(known: readonly (readonly [string, string])[], userAgent: string): string | undefined {
  return known.find(([mark]) => userAgent.includes(mark))?.[1];
}
