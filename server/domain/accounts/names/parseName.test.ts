import { expect, it } from 'vitest';
import { nameRules, parseName, type NameRule } from './parseName.ts';

/** In Hindi, Tamil, Bengali and other scripts of India, Arabic script, Vietnamese, with accents, and in two scripts. */
const honest = `आशा राव | क्‍षितिज | श्री वेंकट | मोहम्मद ज़ैद | தமிழ்ச்செல்வன் | শ্রীজাত বন্দ্যোপাধ্যায় | ശ്‍രീ | ಕ್‍ಷಮ |
  محمد علي | عائشة بِنت | ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ | ꯃꯅꯤꯄꯨꯔꯤ | ᱥᱟᱱᱛᱟᱲᱤ | Nguyễn Thị Hồng Ngọc | Björk Guðmundsdóttir | Zoë O’Neill-Śmigły |
  Иван Петров | Ζωή | Asha राव 7 | 山田 花子 | 김 Minsu | ʻIolani | Asha ❤️ | D'Souza, Jr. | 5 Star Asha`;

it.each(honest.split('|').map((name) => name.trim()))('takes %s', (name) => {
  expect(parseName(`  ${name.normalize('NFD')} `)).toBe(name.normalize('NFC'));
});

const refused: readonly [NameRule, ...string[]][] = [
  ['at', 'asha@home', 'asha＠home'],
  ['digits', '12345678', '१२३ ४५६', '１２'],
  ['visible', '...', '🎉', '\u0301'],
  ['hidden', '\u3164', '\u2800', '\ufffc', 'Asha\u034f', 'Asha\u115f', 'Asha\ufe0f'],
  ['joiner', '\u200d\u200d\u200d', 'As\u200dha', 'आ\u200cशा', '👩\u200d🚀 Asha'],
  ['marks', 'Z\u0336\u0321\u0322\u0323\u0324algo'],
  ['scripts', 'Мeera Joshi', 'Μeera Joshi', 'mеera', 'Ꮢangoli Support', 'Meera ꓙoshi', '𐎠𐎡', 'राम ராம்'],
];

it.each(refused.flatMap(([rule, ...names]) => names.map((name) => [rule, name] as const)))(
  'tells which rule is broken: %s by %j',
  (rule, name) => expect(() => parseName(name)).toThrow(`name ${nameRules[rule]}`),
);

it.each(['', '   ', 'a\u0000b', 'a\nb', 'admin\u202e', 'a\u200bb', 'x'.repeat(81)])('is not %j', (text) => {
  expect(() => parseName(text)).toThrow(/^name /);
});
