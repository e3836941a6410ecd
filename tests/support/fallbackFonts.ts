import type { Page } from '@playwright/test';
import { findMisfits } from './misfits.ts';

/**
 * A machine's fonts beside those of the page: how wide they are in per cent of Inter and of Noto Sans Devanagari, and whether
 * the page's own have arrived. Before that, texts are drawn in these.
 */
interface Fonts {
  readonly percent: number;
  readonly isInterLoaded: boolean;
}

const MACHINES: readonly Fonts[] = [88, 112].flatMap((percent) =>
  [true, false].map((isInterLoaded) => ({ percent, isInterLoaded })),
);

/** What doesn't fit on the open page with its own fonts, and with narrower and wider ones in their stead. */
export async function misfitsInAllFonts(page: Page): Promise<string[]> {
  const found = await page.evaluate(findMisfits);
  for (const fonts of MACHINES) {
    await page.evaluate(useFonts, fonts);
    const name = `${fonts.isInterLoaded ? 'beside Inter' : 'without Inter'}, fonts of ${fonts.percent} %`;
    found.push(...(await page.evaluate(findMisfits)).map((problem) => `${name}: ${problem}`));
  }
  await page.evaluate(useFonts, null);
  return found;
}

/** Runs in the page: exchanges the fonts that follow Inter; null undoes it. Throws if there is no Inter to take them from. */
async function useFonts(fonts: Fonts | null): Promise<void> {
  const root = document.documentElement;
  if (fonts === null) return root.removeAttribute('data-fonts');
  const name = `${fonts.isInterLoaded ? 'beside' : 'without'}-${fonts.percent}`;
  const latin = `Latin of ${fonts.percent} %`;
  const devanagari = `Devanagari of ${fonts.percent} %`;
  if (!document.getElementById(name)) {
    const style = document.createElement('style');
    style.id = name;
    style.textContent = [
      scaled(latin, '100 900', interFile()),
      scaled(devanagari, '100 599', "local('Noto Sans Devanagari Regular')"),
      scaled(devanagari, '600 900', "local('Noto Sans Devanagari Bold')"),
      `[data-fonts=${name}] { --mantine-font-family: ${families()} !important }`,
      `[data-fonts=${name}] body { font-family: ${families()} !important }`,
    ].join('\n');
    document.head.append(style);
  }
  const weights = ['400', '700'].flatMap((weight) => [
    document.fonts.load(`${weight} 16px "${latin}"`),
    document.fonts.load(`${weight} 16px "${devanagari}"`, 'क').catch(() => []),
  ]);
  const [[face] = []] = await Promise.all(weights);
  if (face?.status !== 'loaded') throw new Error(`No font: ${interFile()}`);
  root.setAttribute('data-fonts', name);

  function families(): string {
    return `${fonts?.isInterLoaded ? "'Inter Variable'," : ''} '${latin}', '${devanagari}', sans-serif`;
  }

  function scaled(family: string, weights: string, source: string): string {
    return `@font-face { font-family: '${family}'; font-weight: ${weights}; src: ${source}; size-adjust: ${fonts?.percent}% }`;
  }

  /** The source of the last face of Inter with a space: the app's own cut. */
  function interFile(): string {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const faces = rules.filter(
      (rule) => rule instanceof CSSFontFaceRule && rule.style.fontFamily.includes('Inter Variable'),
    );
    const face = faces.findLast((rule) => rule.cssText.includes('U+20-')) as CSSFontFaceRule | undefined;
    const source = face?.style.getPropertyValue('src') ?? '';
    return source.replace(/url\("([^"]+)"\)/, (_, path: string) => {
      return `url("${new URL(path, face?.parentStyleSheet?.href ?? document.baseURI).href}")`;
    });
  }
}
