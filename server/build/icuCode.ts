import { parse, TYPE, type MessageFormatElement, type PluralElement } from '@formatjs/icu-messageformat-parser';

/**
 * An ICU message as a JavaScript expression, whose value is the text: `locale` is a BCP 47 tag, and its values are read
 * from the variable `v`. Plurals follow Intl.PluralRules, numbers Intl.NumberFormat. Throws on what messages don't use:
 * dates, times, tags, skeletons and offsets.
 */
export function icuCode(message: string, locale: string): string {
  return codeOf(parse(message), { locale, counted: null });
}

interface Place {
  readonly locale: string;
  /** The value that `#` stands for. */
  readonly counted: string | null;
}

function codeOf(elements: readonly MessageFormatElement[], place: Place): string {
  return `\`\`+${elements.map((element) => partOf(element, place)).join('+')}`;
}

function partOf(element: MessageFormatElement, place: Place): string {
  if (element.type === TYPE.literal) return JSON.stringify(element.value);
  if (element.type === TYPE.argument) return valueOf(element.value);
  if (element.type === TYPE.pound && place.counted !== null) return numberOf(place.counted, place);
  if (element.type === TYPE.number && element.style == null) return numberOf(valueOf(element.value), place);
  if (element.type === TYPE.plural && element.offset === 0) return pluralOf(element, place);
  if (element.type === TYPE.select) {
    const value = valueOf(element.value);
    return choiceOf(Object.entries(element.options), (name) => `${value}===${JSON.stringify(name)}`, place);
  }
  throw new Error(`Messages have no ${TYPE[element.type]} of this kind`);
}

function pluralOf({ value, options, pluralType = 'cardinal' }: PluralElement, { locale }: Place): string {
  const counted = valueOf(value);
  const rules = `new Intl.PluralRules(${JSON.stringify(locale)},{type:${JSON.stringify(pluralType)}})`;
  // An exact number goes before its category.
  const sorted = Object.entries(options).toSorted(([a], [b]) => Number(b.startsWith('=')) - Number(a.startsWith('=')));
  const isChosen = (name: string) =>
    name.startsWith('=') ? `${counted}===${name.slice(1)}` : `${rules}.select(${counted})===${JSON.stringify(name)}`;
  return choiceOf(sorted, isChosen, { locale, counted });
}

function choiceOf(
  options: readonly (readonly [name: string, option: { readonly value: MessageFormatElement[] }])[],
  isChosen: (name: string) => string,
  place: Place,
): string {
  const other = options.find(([name]) => name === 'other');
  if (!other) throw new Error('A choice has no “other”');
  const tests = options.filter((option) => option !== other);
  const code = tests.map(([name, { value }]) => `${isChosen(name)}?${codeOf(value, place)}:`).join('');
  return `(${code}${codeOf(other[1].value, place)})`;
}

function numberOf(value: string, { locale }: Place): string {
  return `new Intl.NumberFormat(${JSON.stringify(locale)}).format(${value})`;
}

function valueOf(name: string): string {
  return `v[${JSON.stringify(name)}]`;
}
