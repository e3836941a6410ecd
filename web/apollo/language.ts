import type { Language as LanguageCode } from '../gql/graphql.ts';
import { localStore } from '../lib/storage.ts';
import { locales, type Language } from '../messages/locales.ts';

/** As the server reads it (server/http/requestLanguage.ts). */
const COOKIE = 'language';
const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Key in local storage: the language was chosen before sign-in and is stored with the account at the next sign-in. */
const CHOSEN = 'languageChosen';

export const languages = Object.keys(locales) as readonly Language[];

/** The language of this page. */
export function pageLanguage(): Language {
  const { lang } = document.documentElement;
  return languages.find((language) => language === lang) ?? 'en';
}

/**
 * Loads the page again in a language, which this browser keeps for a year; at another address, if one is given. Where
 * cookies are blocked, the address names the language.
 */
export function showLanguage(language: Language, address?: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is missing in browsers of the last years
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
  const target = new URL(address ?? location.href, location.href);
  const isKept = document.cookie.includes(`${COOKIE}=${language}`);
  if (isKept) target.searchParams.delete(COOKIE);
  else target.searchParams.set(COOKIE, language);
  if (target.href === location.href) location.reload();
  else location.assign(target);
}

/** Marks the language as chosen without a session, to be stored with the account at the next sign-in. */
export function keepChoice(): void {
  localStore.set(CHOSEN, 'yes');
}

/** Whether the language was chosen without a session. True once. */
export function takeChoice(): boolean {
  const chosen = localStore.get(CHOSEN) !== null;
  localStore.remove(CHOSEN);
  return chosen;
}

/** The language as the API names it. */
export function codeOf(language: Language): LanguageCode {
  return language === 'hi' ? 'HI' : 'EN';
}
