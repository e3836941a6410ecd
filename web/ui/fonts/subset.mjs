/**
 * Makes the two font files beside this script: what the app's texts use of Inter, in the weights from 400 to 700. Run it
 * with `node web/ui/fonts/subset.mjs` after a change of this list or of the font's package, and write the list into
 * fonts.css. Other characters, in names for example, are in the package's own files, which browsers fetch only for them
 * (ui/styles.ts). Without < and > the file has none of the 30 arrows that Inter makes of them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('');
const files = {
  latin: `${range(0x20, 0x3b)}=${range(0x3f, 0x5a)}_${range(0x61, 0x7a)}\u00a0·×÷–—‘’“”…•−`,
  // The rupee sign is in the package's file of extended Latin, of 85 kB.
  'latin-ext': '₹',
};
const options = {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
  // What ui/global.css asks for. Without kerning, which would take 2.3 kB and moves a few pairs of large letters by a pixel,
  // and without the alternates by context (calt), which raise a colon between digits, for 1.1 kB.
  keepFeatures: ['tnum', 'cv11'],
};

const from = new URL('../../../node_modules/@fontsource-variable/inter/files/', import.meta.url);
for (const [name, text] of Object.entries(files)) {
  const font = await subsetFont(readFileSync(new URL(`inter-${name}-wght-normal.woff2`, from)), text, options);
  writeFileSync(new URL(`inter-${name}.woff2`, import.meta.url), font);
  console.log(`inter-${name}.woff2: ${font.length} bytes`);
}
