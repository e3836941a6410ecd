import { invalidInput } from '../ground/refusals/errors.ts';

/** Bounds of a file: a day of 5,000 payments has about 1 MB. In base64 it stays below the limit of a request's body. */
export const MAX_STATEMENT_BYTES = 5 * 1024 * 1024;
export const MAX_STATEMENT_LINES = 20_000;
const MAX_LINE_LENGTH = 20_000;

/** The bytes of base64 or a data URL. Refuses with INVALID_INPUT anything else, nothing at all, and above 5 MiB. */
export function statementBytes(content: string): Buffer {
  const base64 = content.replace(/^data:[^,]{0,200},/, '');
  if (base64.length > Math.ceil(MAX_STATEMENT_BYTES / 3) * 4)
    throw invalidInput('file', 'The file is larger than 5 MiB.');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_STATEMENT_BYTES) throw invalidInput('file', 'The file is larger than 5 MiB.');
  if (bytes.length === 0) throw invalidInput('file', 'The file is empty.');
  if (!isEncodingOf(base64, bytes)) throw invalidInput('file', 'file must be base64');
  return bytes;
}

/** Whether a text is the base64 of bytes, with or without padding. Encoding a large file again would hold the event loop for longer. */
function isEncodingOf(base64: string, bytes: Buffer): boolean {
  // Node reads the alphabet for URLs too.
  if (base64.includes('-') || base64.includes('_')) return false;
  const characters = base64.length - (/={1,2}$/.exec(base64.slice(-2))?.[0].length ?? 0);
  // Node skips all other characters, and has fewer bytes then: three for each four characters.
  if (characters % 4 === 1 || bytes.length !== Math.floor((characters * 3) / 4)) return false;
  // Bits of the last character that belong to no byte are zero.
  const tail = bytes
    .subarray(bytes.length - (bytes.length % 3))
    .toString('base64')
    .replaceAll('=', '');
  return base64.slice(0, characters).endsWith(tail);
}

/**
 * The text of a statement in UTF-8, UTF-16 or Windows-1252, as banks export them, with lines that end in \n. Refuses with
 * INVALID_INPUT what is no text, and lines that are too long.
 */
export function statementText(bytes: Buffer): string {
  const text = decode(bytes)
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(/^\uFEFF/, '')
    // Some banks put messages between control characters of transmission (SOH, ETX), one after the other where messages meet.
    .replaceAll(/(?<=^|[-}\n])[^\P{Cc}\t\n]{1,2}(?=[:{\n]|$)/gu, '');
  if (/[^\P{Cc}\t\n\v\f\x7F-\x9F]/u.test(text)) {
    throw invalidInput('file', 'The file is not a text: export the statement as CSV, XLSX, CAMT.053 (XML) or MT940.');
  }
  // XML is often one line.
  if (!text.trimStart().startsWith('<') && text.split('\n').some((line) => line.length > MAX_LINE_LENGTH)) {
    throw invalidInput('file', `A line of the file has more than ${MAX_LINE_LENGTH} characters.`);
  }
  return text;
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // Latin text in UTF-16 has a zero in every second byte.
  if (bytes[0] !== 0 && bytes[1] === 0) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0 && bytes[1] !== 0) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
