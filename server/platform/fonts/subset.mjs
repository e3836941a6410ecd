/**
 * Makes the two font files beside this script, which PDFs embed: what statements use of Noto Sans, in the regular weight.
 * Run it with `node server/platform/fonts/subset.mjs` after a change of this list or of the font's package. As TrueType,
 * because pdfkit can't embed the package's WOFF2 files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('');
const files = {
  latin: range(0x20, 0x7e) + range(0xa0, 0xff) + '–—‘’“”…•→−',
  // Names in Hindi, and the rupee sign.
  devanagari: range(0x900, 0x97f) + '₹\u200c\u200d',
};

const from = new URL('../../../node_modules/@fontsource-variable/noto-sans-devanagari/files/', import.meta.url);
for (const [name, text] of Object.entries(files)) {
  const packaged = readFileSync(new URL(`noto-sans-devanagari-${name}-wght-normal.woff2`, from));
  const font = await subsetFont(packaged, text, {
    targetFormat: 'truetype',
    variationAxes: { wght: 400 },
    // Latin letters do without; Devanagari needs its ligatures and marks.
    ...(name === 'latin' && { keepFeatures: [] }),
  });
  writeFileSync(new URL(`noto-${name}.ttf`, import.meta.url), font);
  console.log(`noto-${name}.ttf: ${font.length} bytes`);
}
