import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Packages with Noto's fonts, one file for each of these groups of characters; null: all that a package has. */
const packages: Readonly<Record<string, readonly string[] | null>> = {
  // The rupee sign is in several: the first counts.
  'noto-sans': ['latin', 'devanagari', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'],
  'noto-sans-bengali': ['bengali'],
  'noto-sans-gujarati': ['gujarati'],
  'noto-sans-gurmukhi': ['gurmukhi'],
  'noto-sans-kannada': ['kannada'],
  'noto-sans-malayalam': ['malayalam'],
  'noto-sans-oriya': ['oriya'],
  'noto-sans-tamil': ['tamil'],
  'noto-sans-telugu': ['telugu'],
  'noto-sans-arabic': ['arabic'],
  'noto-emoji': null,
};

/** A font file, and the characters that it is for. */
export interface FontFace {
  readonly name: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

const require = createRequire(import.meta.url);
let faces: readonly FontFace[] | undefined;

/** The face with a character's glyph; null where no face has it. The first call reads the lists of all packages, some kilobytes. */
export function faceOf(character: string): FontFace | null {
  const code = character.codePointAt(0) ?? 0;
  faces ??= Object.entries(packages).flatMap(([name, groups]) => facesIn(name, groups));
  return faces.find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last)) ?? null;
}

/** A face's font in the regular weight, as WOFF. */
export function readFace({ name }: FontFace): Promise<Buffer> {
  const [folder = '', group = ''] = name.split(' ');
  return readFile(require.resolve(`@fontsource/${folder}/files/${folder}-${group}-400-normal.woff`));
}

function facesIn(folder: string, groups: readonly string[] | null): FontFace[] {
  const path = require.resolve(`@fontsource/${folder}/unicode.json`);
  const ranges = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  // Groups without a name have a number: "[7]".
  return (groups ?? Object.keys(ranges)).map((group) => ({
    name: `${folder} ${group.replaceAll(/[[\]]/g, '')}`,
    ranges: (ranges[group] ?? '').split(',').map(rangeOf),
  }));
}

/** A range as in CSS: `U+0B82-0BFA`. */
function rangeOf(text: string): readonly [number, number] {
  const [first = '', last = first] = text.slice('U+'.length).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
