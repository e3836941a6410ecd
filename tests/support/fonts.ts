import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convert } from 'fontverter';
import { fingerprintOf, hasStamp, writeStamp } from '../../server/build/stamp.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const THIS_FILE = fileURLToPath(import.meta.url);
const FOLDER = join(ROOT, '.build/fonts');

/** Fonts that an Android phone has: for texts, Devanagari, figures of equal width, and the shapes of the colours. */
const FILES = [
  'roboto/files/roboto-latin-400-normal',
  'roboto/files/roboto-latin-700-normal',
  'roboto-mono/files/roboto-mono-latin-400-normal',
  'noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal',
  'noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal',
  'noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal',
];

/** What the generic families of style sheets stand for, the preferred font first. */
const GENERIC = [
  { name: 'sans-serif', font: 'Roboto' },
  { name: 'system-ui', font: 'Roboto' },
  { name: 'monospace', font: 'Roboto Mono' },
];
const OTHER_SCRIPTS = ['Noto Sans Devanagari', 'Noto Sans Symbols 2'];

/**
 * Environment of a browser that sees the fonts of `prepareFonts` alone, whatever is installed: texts are as wide on every
 * machine with Linux. Browsers of other systems don't use fontconfig.
 */
export const FONT_ENVIRONMENT = { FONTCONFIG_FILE: join(FOLDER, 'fonts.conf') } as const;

/**
 * Writes the fonts from their packages with a configuration for fontconfig, unless they are there already. They are
 * converted, because not every build of FreeType reads compressed fonts.
 */
export async function prepareFonts(): Promise<void> {
  const sources = FILES.map((name) => join(ROOT, `node_modules/@fontsource/${name}.woff`));
  const fingerprint = fingerprintOf([...sources, THIS_FILE], (path) => readFileSync(path));
  if (hasStamp('fonts', fingerprint)) return;
  const aside = `${FOLDER}-${process.pid}`;
  mkdirSync(aside, { recursive: true });
  await Promise.all(
    sources.map(async (source, at) => {
      writeFileSync(join(aside, `${at}.ttf`), await convert(readFileSync(source), 'sfnt'));
    }),
  );
  writeFileSync(join(aside, 'fonts.conf'), CONFIGURATION);
  rmSync(FOLDER, { recursive: true, force: true });
  renameSync(aside, FOLDER);
  writeStamp('fonts', fingerprint);
}

const CONFIGURATION = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir>${join(FOLDER, 'cache')}</cachedir>
  <!-- As Android's file is called, which style sheets name by local(). -->
  ${renamed('Roboto Regular', 'Roboto')}
  ${GENERIC.map(({ name, font }) => preferred(name, [font, ...OTHER_SCRIPTS])).join('\n  ')}
</fontconfig>
`;

function renamed(from: string, to: string): string {
  const test = `<test name="fullname"><string>${from}</string></test>`;
  const edit = `<edit name="fullname" mode="assign"><string>${to}</string></edit>`;
  return `<match target="scan">${test}${edit}</match>`;
}

function preferred(generic: string, fonts: readonly string[]): string {
  const names = fonts.map((name) => `<family>${name}</family>`).join('');
  return `<alias binding="strong"><family>${generic}</family><prefer>${names}</prefer></alias>`;
}
