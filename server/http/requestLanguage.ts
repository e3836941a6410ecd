import type { IncomingHttpHeaders } from 'node:http';
import { defaultLanguage, type Language, languages } from '../platform/languages.ts';

/** Match the chosen language, which the web app writes (web/apollo/language.ts): into the query where cookies are blocked. */
const PARAMETER = /[?&]language=(\w+)/;
const COOKIE = /(?:^|;\s*)language=(\w+)/;

/**
 * The language of the document at an address, without the origin: the chosen one, else the one that the browser prefers
 * among ours. The back office has only the first of ours.
 */
export function requestLanguage(address: string, headers: IncomingHttpHeaders): Language {
  if (/^\/admin([/?]|$)/i.test(address)) return defaultLanguage;
  const [, named] = PARAMETER.exec(address) ?? [];
  const [, chosen] = COOKIE.exec(headers.cookie ?? '') ?? [];
  const wanted = [named, chosen, ...preferred(headers['accept-language'] ?? '')];
  const found = wanted.map((tag) => languages.find((language) => language === tag));
  return found.find((language) => language !== undefined) ?? defaultLanguage;
}

/** The primary subtags of an Accept-Language header, by falling weight: ['hi', 'en'] of "en;q=0.8,hi-IN". */
function preferred(header: string): string[] {
  const ranges = header.split(',').map((range) => {
    const [tag = '', ...parameters] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { language: tag.split('-')[0] ?? '', weight: Number(weight) || 0 };
  });
  return ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
}
