import { IntlMessageFormat } from 'intl-messageformat';
import { locales } from './locales.ts';

type Values = Readonly<Record<string, string | number>>;

const inLocale =
  (locale: string) =>
  (message: string, values: Values): string =>
    String(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).format({ ...values }));

/**
 * The text of an ICU message, in each language. For plurals: other messages need no more than a template literal. The
 * build replaces each call by the message's code (server/build/messageGroup.ts), so that browsers load no parser.
 */
export const icu = { en: inLocale(locales.en), hi: inLocale(locales.hi) };
