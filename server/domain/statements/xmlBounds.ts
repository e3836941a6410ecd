import { invalidInput } from '../ground/refusals/errors.ts';

/** Tags of CAMT.053 have one or two, its outermost a few more. */
const MAX_ATTRIBUTES = 30;

/**
 * Refuses (INVALID_INPUT) XML that takes a parser much longer than its size suggests: a tag of more than 30 attributes, and
 * processing instructions after the first, which is the declaration. Reads the text once; XML that isn't well-formed is left
 * to the parser.
 */
export function refuseExcessiveXml(text: string): void {
  let instructions = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) at = behind(text, '-->', at + 4);
    else if (text.startsWith('<![CDATA[', at)) at = behind(text, ']]>', at);
    else if (text.startsWith('<?', at)) {
      instructions += 1;
      if (instructions > 1) throw invalidInput('file', 'The XML has more than one processing instruction.');
      at = behind(text, '?>', at);
    } else at = endOfTag(text, at);
  }
}

/** Position behind the next `end`, or the end of the text. */
function behind(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found === -1 ? text.length : found + end.length;
}

/** Position behind the tag that begins at `start`, or the end of the text. Refuses too many attributes. */
function endOfTag(text: string, start: number): number {
  let words = 0;
  let inWord = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '>') return at + 1;
    if (character === '"' || character === "'") {
      at = behind(text, character, at + 1) - 1;
      inWord = false;
    } else if (/[\s=/]/.test(character)) inWord = false;
    else if (!inWord) {
      inWord = true;
      words += 1;
      // The first is the tag's name.
      if (words > MAX_ATTRIBUTES + 1) {
        throw invalidInput('file', `The XML has a tag with more than ${MAX_ATTRIBUTES} attributes.`);
      }
    }
  }
  return text.length;
}
