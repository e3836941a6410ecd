import { escapeHtml } from './html.ts';
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

/** An address in the licence's text. The app's pages have the same (web/features/product/Licence.tsx). */
const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/;

/**
 * The company and its licence with the mark of the age, as the end of a page that the app doesn't make: its lines are kept, its
 * addresses are links. In English, and in Hindi where there is a text. Empty with play money (null).
 */
export function operatorFooter(operator: Operator | null): string {
  if (operator === null) return '';
  const texts = [`<p>18+ ${linked(operatorNotice(operator, 'en'))}</p>`];
  if (operator.licenceInHindi !== null) texts.push(`<p lang="hi">18+ ${linked(operatorNotice(operator, 'hi'))}</p>`);
  const style =
    'padding: 0.5rem 1rem; font: 0.875rem/1.5 system-ui, sans-serif; white-space: pre-line; overflow-wrap: anywhere';
  return `<footer id="operator" translate="no" style="${style}">${texts.join('')}</footer>`;
}

function linked(text: string): string {
  return text
    .split(ADDRESS)
    .map((part, place) => {
      const escaped = escapeHtml(part);
      return place % 2 === 1 ? `<a href="${escaped}" rel="noreferrer" target="_blank">${escaped}</a>` : escaped;
    })
    .join('');
}
