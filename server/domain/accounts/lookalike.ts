/** Characters that look like a Latin letter, beyond what NFKC folds. */
const DRAWN_LIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  $: 's',
  '|': 'l',
  i: 'l',
  ı: 'l',
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'l',
  ѕ: 's',
  ј: 'j',
  ӏ: 'l',
  п: 'n',
  г: 'r',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ι: 'l',
  ν: 'v',
  υ: 'u',
  κ: 'k',
  ɡ: 'g',
};

/**
 * The visual form of a name: compatibility forms, case, spaces, punctuation, accents and similar letters are folded.
 * Two names with the same form are easily confused.
 */
export function visualForm(name: string): string {
  const folded = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u200c\u200d]/g, '');
  const drawn = Array.from(folded, (character) => DRAWN_LIKE[character] ?? character).join('');
  return drawn.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Words that, beside the product's name, make a name of its support. */
const STAFF_WORDS = 'official|customer|support|service|helpdesk|help|desk|care|team|staff|admin|operator|the|of|by';
const SUPPORT_ALONE = 'support|customersupport|customercare|customerservice|helpdesk|supportteam|supportdesk';

const like = (words: string) => words.split('|').map(visualForm).join('|');
const staffWords = new RegExp(`^(${like(STAFF_WORDS)})*$`);
const supportAlone = new RegExp(`^(${like(SUPPORT_ALONE)})$`);

/** Whether a name looks like the product or its support: "Rangoli", "R4ng0li  Support", "Customer Care". */
export function isProductName(name: string, productName: string): boolean {
  const [look, product] = [visualForm(name), visualForm(productName)];
  if (supportAlone.test(look)) return true;
  return product !== '' && look.includes(product) && staffWords.test(look.replace(product, ''));
}
