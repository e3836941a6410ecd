import type { Language } from './languages.ts';

/** Who runs the games for real money, as every page, statement and mail tells. */
export interface Operator {
  /** The company. */
  readonly name: string;
  /** The licence's text, several lines. */
  readonly licence: string;
  /** The same in Hindi; null: shown in English. */
  readonly licenceInHindi: string | null;
}

/** The company and its licence in a language, several lines. */
export function operatorNotice({ name, licence, licenceInHindi }: Operator, language: Language): string {
  return `${name}\n${(language === 'hi' ? licenceInHindi : null) ?? licence}`;
}
