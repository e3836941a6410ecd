/** Scripts in common use: UAX #31, table 5. Japanese, Korean and Chinese each write with several. */
const recommended = `Latin Greek Cyrillic Armenian Hebrew Arabic Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil
  Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Khmer Han+Hiragana+Katakana Han+Hangul
  Han+Bopomofo`;
/** Scripts in limited use, UAX #31, table 7: a name may be in one of them, but not together with another. */
const limited = `Adlam Balinese Bamum Batak Canadian_Aboriginal Chakma Cham Cherokee Hanifi_Rohingya Javanese Kayah_Li
  Lepcha Limbu Lisu Mandaic Meetei_Mayek Miao Newa New_Tai_Lue Nko Nyiakeng_Puachue_Hmong Ol_Chiki Osage Saurashtra
  Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tifinagh Vai Wancho Yi`;

const named = (list: string) => list.trim().split(/\s+/);

/** Matches texts of these scripts, of Common and of marks, which belong to any. */
function only(scripts: string): RegExp {
  const classes = scripts.split('+').map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${classes.join('')}\\p{Script=Common}\\p{Script=Inherited}\\p{M}]*$`, 'u');
}

const allowed = [
  ...named(recommended),
  ...named(limited),
  // Cyrillic and Greek have too many letters that are drawn like Latin ones.
  ...named(recommended)
    .filter((script) => !['Latin', 'Cyrillic', 'Greek'].includes(script))
    .map((script) => `Latin+${script}`),
].map(only);

/** Whether a text is moderately restrictive by UTS #39: of one script, or of Latin and another one in common use. */
export function isOfOneScript(text: string): boolean {
  return allowed.some((scripts) => scripts.test(text));
}
