import * as en from '../../web/messages/en.ts';
import * as hi from '../../web/messages/hi.ts';

/** Stands for any value in a message. */
export const ANY = '\u0001';

/** What the app shows for a message, in any of its languages: for finding a control by its whole name. */
export function said(choose: (words: typeof en) => string): RegExp {
  const texts = [choose(en), choose(hi)].map(escaped);
  return new RegExp(`^(?:${texts.join('|').replaceAll(ANY, '.+')})$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
