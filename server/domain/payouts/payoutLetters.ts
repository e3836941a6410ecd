/** The letters that a bank takes in texts, such as the name of an account's holder. */
export type LetterSet = 'letters' | 'swift' | 'ascii' | 'any';

/** One letter outside of the set. A letter with its accents and vowel signs counts as one, as people read it. */
const outside: Record<LetterSet, RegExp> = {
  letters: /[^A-Za-z0-9 ]/u,
  // What SWIFT and ISO 20022 call the basic set.
  swift: /[^A-Za-z0-9 /\-?:().,'+]/u,
  ascii: /[^ -~]/u,
  // Never: control characters, and what shows nothing.
  any: /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u,
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The letters of a text that aren't in the set, each once, in their order. `also` are refused as well, such as a delimiter. */
export function lettersOutside(text: string, set: LetterSet, also = ''): string[] {
  const wrong = Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => segment).filter(
    (letter) => outside[set].test(letter) || (also !== '' && letter.includes(also)),
  );
  return [...new Set(wrong)];
}

/** A letter as it is named: invisible ones by their code. */
export function letterName(letter: string): string {
  if (/[^\p{C}\p{Z}]/u.test(letter)) return letter;
  return Array.from(letter, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  }).join(' ');
}
