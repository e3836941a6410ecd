import { locales } from './locales.ts';

/** By plural category, or by the exact number, which goes first. `#` stands for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule | number, string>> & { readonly other: string };

const inLocale =
  (locale: string) =>
  (count: number, forms: Forms): string => {
    const form = forms[count] ?? forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
    return form.replaceAll('#', new Intl.NumberFormat(locale).format(count));
  };

/** The form of a text that a number takes, in each language. */
export const plural = { en: inLocale(locales.en), hi: inLocale(locales.hi) };
