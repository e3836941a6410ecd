import * as en from './messages/en.ts';
import * as hi from './messages/hi.ts';
import type { Language } from './messages/locales.ts';
import type { Page, TextKey } from './routes.ts';

const messages = { en, hi } as const;
/** Stands for the product's name, which the server writes (server/http/webPage.ts). */
const PRODUCT = '{product}';

const petal = 'M0-46C12-30 12-18 0-8C-12-18-12-30 0-46Z';
const petals = [0, 45, 90, 135, 180, 225, 270, 315].map((turn) => `<path d="${petal}" transform="rotate(${turn})"/>`);
/** As ui/Motif.tsx draws it. */
const motif = `<svg viewBox="-50 -50 100 100" fill="none" stroke="currentColor" stroke-width="2">${petals.join('')}<circle r="6"/></svg>`;

const card = (height: number, content = '') => `<i style="height:${height}px">${content}</i>`;
const header = (title: string) => `<header><i></i><h1>${title}</h1></header>`;

/** By shape: a page of cards, one of fields under a heading, and one of rows. */
const shapes = {
  card: (title: string, hint: string) => `${header(title)}<i class="plum">${motif}</i>${card(290, hint)}${card(120)}`,
  form: (title: string, hint: string) => `<i class="plum">${motif}<h1>${title}</h1>${hint}</i>${card(420)}`,
  list: (title: string, hint: string) => header(title) + card(76, hint) + card(76).repeat(4),
};

/**
 * What a page shows until its scripts run: the outlines of its header and cards and the texts that don't depend on data, as
 * HTML for the document's #root. `{product}` stands for the product's name.
 */
export function outlineOf({ audience, outline = 'card', title, hint }: Page, language: Language): string {
  const loading = `<b role="status">${textOf('common.loading', language)}</b>`;
  if (audience === 'admin') return `<div class="shell none">${loading}</div>`;
  const paragraph = hint ? `<p>${textOf(hint, language)}</p>` : '';
  return `<div class="shell ${outline}">${loading}${shapes[outline](textOf(title, language), paragraph)}</div>`;
}

/** A text in a language, with PRODUCT for the product's name. */
export function textOf(key: TextKey, language: Language): string {
  const found = key
    .split('.')
    .reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], messages[language]);
  return String(typeof found === 'function' ? found(PRODUCT) : found);
}

function fallbackFace(weights: string, names: readonly string[], percent: number): string {
  const sources = names.map((name) => `local('${name}')`).join();
  // Of the size before its adjustment.
  const metrics = `ascent-override:${Math.round(10000 / percent)}%;descent-override:${Math.round(2700 / percent)}%;line-gap-override:0%`;
  return `@font-face{font-family:'Inter Fallback';font-weight:${weights};src:${sources};size-adjust:${percent}%;${metrics}}`;
}

/**
 * The style sheet of the outlines. It is in the document, after the tokens. Their paragraphs are larger than those of pages and
 * justified, so that the largest paint is theirs and doesn't wait for scripts, wherever the later font breaks its lines.
 */
export const outlineStyles = [
  // Arial and its likes, with Inter's widths and heights or a little more: no text becomes larger when its font arrives.
  fallbackFace('100 599', ['Roboto', 'Arial', 'Liberation Sans', 'DejaVu Sans'], 107),
  fallbackFace('600 900', ['Roboto Bold', 'Arial Bold', 'Liberation Sans Bold', 'DejaVu Sans Bold'], 105),
  'body{margin:0;background:var(--ground)}',
  ".shell{box-sizing:border-box;max-width:var(--column-width);min-height:100dvh;margin:0 auto;padding:0 16px;color:var(--ink);font:16px/1.45 'Inter Fallback',system-ui,sans-serif}",
  '.shell *{box-sizing:border-box}',
  '.shell b{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}',
  '.shell i{display:block;position:relative;overflow:hidden;margin:0 0 16px;padding:16px;border-radius:var(--radius-card);background:var(--surface);box-shadow:var(--shadow);font-style:normal}',
  '.shell h1,.shell p{margin:0}',
  '.shell h1{flex:1;font-size:17px;font-weight:650}',
  '.shell p{text-align:justify}',
  '.shell header{display:flex;align-items:center;gap:12px;height:72px}',
  '.shell header i{width:44px;height:44px;margin:0;padding:0;border-radius:var(--radius-control)}',
  '.shell .plum{min-height:132px;padding:20px 18px;background:var(--clock-card);color:#fff}',
  '.shell .plum svg{position:absolute;right:-46px;top:-46px;width:210px;opacity:.16}',
  '.shell.form{padding-top:16px}',
  '.shell.form h1{margin:62px 0 4px}',
].join('');
