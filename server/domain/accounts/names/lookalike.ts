import { skeletonOf } from './skeleton.ts';

/** What is drawn, and what looks like it beyond NFKC and UTS #39. */
const alike: Readonly<Record<string, string>> = {
  a: '4@аαᴀ',
  b: 'ʙ',
  c: 'сᴄ',
  d: 'ᴅ',
  e: '3еᴇ',
  f: 'ꜰ',
  g: 'ɡɢ',
  h: 'ʜ',
  j: 'јᴊ',
  k: 'κᴋ',
  l: '1|iıіӏιɪʟ',
  m: 'ᴍ',
  n: 'пɴ',
  o: '0оοᴏ',
  p: 'рρᴘ',
  r: 'гʀ',
  s: '5$ѕꜱ',
  t: '7ᴛ',
  u: 'υᴜ',
  v: 'νᴠ',
  w: 'ᴡ',
  x: 'х',
  y: 'уʏ',
  z: 'ᴢ',
};
const drawnAs = new Map(
  Object.entries(alike).flatMap(([drawn, sources]) => Array.from(sources, (source) => [source, drawn] as const)),
);

/**
 * The visual form of a name: compatibility forms, case, spaces, punctuation, accents and similar letters are folded.
 * Two names with the same form are easily confused.
 */
export function visualForm(name: string): string {
  const folded = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]|\p{Default_Ignorable_Code_Point}/gu, '');
  const drawn = Array.from(folded, (character) => drawnAs.get(character) ?? character).join('');
  return drawn.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Words of offices, which beside the name of the product or of an admin claim to speak for them; plurals too. */
const OFFICES = `official support help helpdesk finance payment refund admin administrator team
  सहायता मदद हेल्प सपोर्ट वित्त फाइनेंस भुगतान पेमेंट रिफंड धनवापसी वापसी एडमिन प्रशासक व्यवस्थापक आधिकारिक ऑफिशियल टीम दल`;
/** Words that, beside the product's name, make a name of its support. */
const STAFF = `customer service desk care staff operator the of by from department`;
const SUPPORT_ALONE = `support customersupport customercare customerservice helpdesk supportteam supportdesk सहायता ग्राहकसहायता`;

const listed = (list: string) => list.trim().split(/\s+/);
const offices = listed(OFFICES);

/** A form in which names are compared, and words of offices in it. */
class Form {
  readonly look: (name: string) => string;
  readonly #staffAlone: RegExp;
  readonly #offices: ReadonlySet<string>;

  constructor(look: (name: string) => string) {
    this.look = look;
    const withPlurals = (words: string[]) => words.flatMap((word) => [look(word), look(`${word}s`)]);
    this.#staffAlone = new RegExp(`^(?:${withPlurals([...offices, ...listed(STAFF)]).join('|')})+$`);
    this.#offices = new Set(withPlurals(offices));
  }

  /** Whether a name is another one. */
  is(name: string, borne: string): boolean {
    return this.look(name) !== '' && this.look(name) === this.look(borne);
  }

  /** Whether a name is another one beside words of offices, written together or not: "Meera Joshi (Support)". */
  claims(name: string, borne: string): boolean {
    const other = this.look(borne);
    if (other === '') return false;
    if (this.#staffAlone.test(this.look(name).replace(other, '')) && this.look(name).includes(other)) return true;
    const words = this.#wordsOf(name);
    const rest = words.replace(this.#wordsOf(borne), ' ');
    return rest !== words && rest.split(' ').some((word) => this.#offices.has(word));
  }

  #wordsOf(name: string): string {
    const words = name.split(/[^\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}$|]+/u).map(this.look);
    return ` ${words.filter((word) => word !== '').join(' ')} `;
  }
}

/**
 * Names are compared as they are, and by the skeleton of UTS #39 before and after case folding, because capitals are drawn
 * like others than small letters are.
 */
const forms = [
  new Form(visualForm),
  new Form((name) => visualForm(skeletonOf(name))),
  new Form((name) => visualForm(skeletonOf(name.normalize('NFKD').toLowerCase()))),
];

/** Whether a name looks like the product or its support: "Rangoli", "R4ng0li  Support", "Customer Care", "रंगोली सहायता". */
export function isProductName(name: string, productName: string): boolean {
  const alone = listed(SUPPORT_ALONE);
  const spellings = [name, inLatin(name)];
  return forms.some(
    (form) =>
      alone.some((words) => form.is(name, words)) ||
      spellings.some((spelled) => form.is(spelled, productName) || form.claims(spelled, productName)),
  );
}

/** Whether a name looks like an admin's, or like one beside words of offices: "Admin Meera Joshi". */
export function isAdminName(name: string, adminName: string): boolean {
  return forms.some((form) => form.is(name, adminName) || form.claims(name, adminName));
}

const CONSONANTS =
  listed(`क:k ख:kh ग:g घ:gh ङ:n च:ch छ:chh ज:j झ:jh ञ:n ट:t ठ:th ड:d ढ:dh ण:n त:t थ:th द:d ध:dh न:n प:p फ:ph
  ब:b भ:bh म:m य:y र:r ल:l व:v श:sh ष:sh स:s ह:h ळ:l`);
const VOWELS = listed(
  `अ:a आ:a इ:i ई:i उ:u ऊ:u ऋ:ri ए:e ऐ:ai ओ:o औ:au ऑ:o ा:a ि:i ी:i ु:u ू:u ृ:ri े:e ै:ai ो:o ौ:au ॉ:o ं:n ँ:n`,
);
const pairs = (list: string[]) => new Map(list.map((pair) => pair.split(':') as [string, string]));
const [consonants, vowels] = [pairs(CONSONANTS), pairs(VOWELS)];
const VOWEL_SIGN = /^[\u093e-\u094d]/;

/** A name's words in Devanagari, with Latin letters as they sound, so that a product's name is found in either script. */
function inLatin(name: string): string {
  return name.normalize('NFC').replaceAll(/[\u0900-\u0963]+/g, (word) => {
    if (offices.includes(word)) return word;
    const letters = Array.from(word, (letter, at) => {
      const consonant = consonants.get(letter);
      if (consonant === undefined) return vowels.get(letter) ?? '';
      const [, next = ''] = Array.from(word.slice(at));
      return next === '' || VOWEL_SIGN.test(next) ? consonant : `${consonant}a`;
    });
    return letters.join('');
  });
}
