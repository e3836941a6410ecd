import { invalidInput } from '../../ground/refusals/errors.ts';
import { readText } from '../../ground/values/typedText.ts';
import { isOfOneScript } from './scripts.ts';

const MAX_NAME_LENGTH = 80;

/**
 * Why a name is refused, after the field's name (server/domain/accounts/README.md#accounts-and-names). The web has words for
 * each in both languages, which a test compares with these.
 */
export const nameRules = {
  at: 'must not contain @',
  digits: 'must not be digits only',
  visible: 'must have a letter or a digit',
  hidden: 'must not have characters that show nothing',
  joiner: 'must have joiners only after a virama',
  marks: 'must have at most 4 marks on a letter',
  scripts: 'must be in one script, or in Latin letters and one other script',
  product: 'must not be that of the product or its support',
  admin: 'must not be that of an admin',
} as const;

export type NameRule = keyof typeof nameRules;

/** Refuses a name by one of its rules. */
export function refuseName(rule: NameRule, field = 'name') {
  return invalidInput(field, `${field} ${nameRules[rule]}`);
}

/** The canonical spelling of a name among those that look the same: composed letters, single spaces. */
export function spelledOnce(name: string): string {
  return name.normalize('NFC').trim().replace(/ +/g, ' ');
}

/** Characters that show nothing, except joiners and the form that follows a pictograph. */
const HIDDEN = /(?![\u200c\u200d]|(?<=\p{Extended_Pictographic})\ufe0f)\p{Default_Ignorable_Code_Point}|\u2800|\ufffc/u;
/** The viramas and killers of scripts in use: canonical combining class 9. */
const VIRAMA =
  '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed';
const LOOSE_JOINER = new RegExp(`(?<![${VIRAMA}])[\\u200c\\u200d]`, 'u');

/** Each rule with what breaks it, in the order in which they are told. */
const broken: readonly [NameRule, (name: string) => boolean][] = [
  ['hidden', (name) => HIDDEN.test(name)],
  ['joiner', (name) => LOOSE_JOINER.test(name)],
  ['visible', (name) => !/[\p{L}\p{N}]/u.test(name)],
  ['at', (name) => /[@＠﹫]/u.test(name)],
  ['digits', (name) => /^[\p{N}\s]+$/u.test(name)],
  ['marks', (name) => /\p{M}{5}/u.test(name.normalize('NFD').replaceAll(/[\u200c\u200d]/g, ''))],
  ['scripts', (name) => !isOfOneScript(name)],
];

/**
 * A person's name: 1 to 80 characters with a letter or digit among them, single spaces; without @ and not only digits, so
 * that it can't be mistaken for an email address or a UID; of one script, so that it can't look like another one's. Refuses
 * anything else with INVALID_INPUT.
 */
export function parseName(text: string, field = 'name'): string {
  const name = readText(field, spelledOnce(text), { most: MAX_NAME_LENGTH, oneLine: true });
  for (const [rule, isBroken] of broken) if (isBroken(name)) throw refuseName(rule, field);
  return name;
}
