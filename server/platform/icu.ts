import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from './languages.ts';

/** Numbers in Indian grouping and with the digits 0 to 9, as the web app writes them. */
const locales: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' };

/** The text of an ICU message: for words that depend on a number. */
export function icu(language: Language, message: string, values: Record<string, string | number>): string {
  return String(new IntlMessageFormat(message, locales[language], undefined, { ignoreTag: true }).format(values));
}
