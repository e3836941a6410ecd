import { common } from './messages/en/common.ts';
import { game } from './messages/en/game.ts';
import { home } from './messages/en/home.ts';
import { landing } from './messages/en/landing.ts';
import { login } from './messages/en/login.ts';
import { shell } from './messages/en/shell.ts';
import { titles } from './messages/en/titles.ts';
import { wallet } from './messages/en/wallet.ts';
import { common as hindiCommon } from './messages/hi/common.ts';
import { game as hindiGame } from './messages/hi/game.ts';
import { home as hindiHome } from './messages/hi/home.ts';
import { landing as hindiLanding } from './messages/hi/landing.ts';
import { login as hindiLogin } from './messages/hi/login.ts';
import { shell as hindiShell } from './messages/hi/shell.ts';
import { titles as hindiTitles } from './messages/hi/titles.ts';
import { wallet as hindiWallet } from './messages/hi/wallet.ts';
import type { Language } from './messages/locales.ts';
import { paths } from './paths.ts';

const messages = {
  en: { common, game, home, landing, login, shell, titles, wallet },
  hi: {
    common: hindiCommon,
    game: hindiGame,
    home: hindiHome,
    landing: hindiLanding,
    login: hindiLogin,
    shell: hindiShell,
    titles: hindiTitles,
    wallet: hindiWallet,
  },
} satisfies Record<Language, object>;

type Words = (typeof messages)[Language];

/** Stands for the product's name, which the server writes (server/http/webPage.ts). */
const PRODUCT = '{product}';

const petal = 'M0-46C12-30 12-18 0-8C-12-18-12-30 0-46Z';
const petals = [0, 45, 90, 135, 180, 225, 270, 315].map((turn) => `<path d="${petal}" transform="rotate(${turn})"/>`);
/** As ui/Motif.tsx draws it. */
const motif = `<svg viewBox="-50 -50 100 100" fill="none" stroke="currentColor" stroke-width="2">${petals.join('')}<circle r="6"/></svg>`;

const card = (height: number, content = '') => `<i style="height:${height}px">${content}</i>`;
const banner = (height: number, content = '') => `<i class="plum" style="height:${height}px">${motif}${content}</i>`;
const header = (title = '') => `<header><i></i><h1>${title}</h1></header>`;

/** With its style, which only pages with tabs need. */
const tabBar =
  '<style>.shell nav{position:fixed;bottom:0;left:50%;transform:translateX(-50%);width:100%;max-width:var(--column-width);height:64px;background:var(--surface);border-radius:20px 20px 0 0;box-shadow:0 -4px 20px #2a163114}</style><nav></nav>';

const landingShell = ({ landing: words }: Words) =>
  [
    '<main>',
    motif,
    `<h1>${words.title(PRODUCT)}</h1>`,
    `<p>${words.text}</p>`,
    `<div><a href="${paths.login}">${words.login}</a><a href="${paths.signup}">${words.register}</a></div>`,
    `<a class="more" href="${paths.transparency}">${words.transparency}</a>`,
    '</main>',
    '<footer>&nbsp;</footer>',
  ].join('');

const homeShell = ({ home: words }: Words) =>
  [
    `<header><h1>${motif}${PRODUCT}</h1><i></i></header>`,
    banner(161, `<h2>${words.bannerTitle}</h2><p>${words.bannerText}</p>`),
    banner(95),
    card(354),
    tabBar,
  ].join('');

const walletShell = (words: Words) =>
  [header(words.titles.wallet), banner(95), card(180), card(179, `<p>${words.wallet.hint}</p>`), tabBar].join('');

const gameShell = (title: 'sapreHalf' | 'sapreOne' | 'sapreThree') => (words: Words) =>
  [
    header(words.titles[title]),
    banner(198),
    card(309, `<p>${words.shell.game}</p>`),
    card(83, `<h2>${words.game.yourBets}</h2>`),
  ].join('');

const loginShell = ({ login: words }: Words) =>
  [`<i class="plum auto">${motif}<h1>${words.heading}</h1><p>${words.help}</p></i>`, card(553)].join('');

const tabShell = () => `${header()}${banner(118)}${card(300)}${card(240)}${tabBar}`;
const pageShell = () => `${header()}${card(220)}${card(160)}`;
const formShell = () => `${banner(150)}${card(420)}`;

type Shell = readonly [shape: string, content: (words: Words) => string];

const shells: Readonly<Record<string, Shell>> = {
  '/:slug': ['landing', landingShell],
  [paths.home]: ['home', homeShell],
  [paths.wallet]: ['wallet', walletShell],
  [paths.activity]: ['tab', tabShell],
  [paths.account]: ['tab', tabShell],
  [paths.sapreHalf]: ['game', gameShell('sapreHalf')],
  [paths.sapreOne]: ['game', gameShell('sapreOne')],
  [paths.sapreThree]: ['game', gameShell('sapreThree')],
  [paths.login]: ['form', loginShell],
  [paths.signup]: ['form', formShell],
  [paths.resetPassword]: ['form', formShell],
};

/** Of one shape only, beside those of all shells. */
const shapeStyles: Readonly<Record<string, string>> = {
  game: '.shell.game header{height:76px}',
  home: [
    '.shell.home h1{display:flex;align-items:center;gap:10px;font-size:20px;font-weight:700;color:var(--plum)}',
    '.shell.home h1 svg{width:32px}',
    '.shell.home h2{font-size:20px;line-height:1.3;font-weight:700}',
    '.shell.home i p{max-width:230px;margin-top:4px}',
  ].join(''),
  wallet: '.shell.wallet i p{color:var(--ink-2)}',
  form: [
    '.shell.form{padding-top:16px}',
    '.shell.form h1{margin-top:62px;font-size:17px}',
    '.shell.form p{margin-top:4px}',
  ].join(''),
  landing: [
    '.shell.landing{display:flex;flex-direction:column;max-width:none;padding:0;background:var(--clock-card);color:#fff}',
    '.shell.landing main{flex:1;display:grid;align-content:center;justify-items:center;gap:12px;padding:32px 24px;text-align:center}',
    '.shell.landing svg{width:148px}',
    '.shell.landing h1{margin-top:16px;font-size:26px;line-height:1.25;font-weight:700;text-wrap:balance}',
    '.shell.landing p{max-width:300px;font-size:15px;opacity:.9;text-align-last:center;text-wrap:pretty}',
    '.shell.landing div{display:grid;gap:12px;width:min(100%,352px);margin-top:24px}',
    '.shell.landing a{display:grid;place-items:center;min-height:52px;border-radius:16px;background:#ffffff24;color:#fff;font-weight:700;font-size:16px;text-decoration:none}',
    '.shell.landing a:first-child{background:#fff;color:#571650}',
    '.shell.landing a.more{min-height:44px;background:none;font-weight:400;font-size:15px;text-decoration:underline;text-underline-offset:3px}',
    '.shell.landing footer{padding:8px 16px 20px;font-size:12.5px}',
  ].join(''),
};

/**
 * What the page at a route (in the router's syntax) shows until its scripts run: the outlines of its header and cards and
 * the texts that don't depend on data, as HTML for the document's #root. The texts are at least as large as anything that
 * the page shows later, so that the largest paint doesn't wait for scripts. `{product}` stands for the product's name.
 */
export function shellOf(route: string, language: Language = 'en'): string {
  const words = messages[language];
  const loading = `<b role="status">${words.common.loading}</b>`;
  if (route.startsWith('/admin')) return `<div class="shell none">${loading}</div>`;
  const [shape, content] = shells[route] ?? (['page', pageShell] as const);
  const styles = shapeStyles[shape];
  const style = styles ? `<style>${styles}</style>` : '';
  return `${style}<div class="shell ${shape}">${loading}${content(words)}</div>`;
}

function fallbackFace(weights: string, names: readonly string[], percent: number): string {
  const sources = names.map((name) => `local('${name}')`).join();
  // Of the size before its adjustment.
  const metrics = `ascent-override:${Math.round(10000 / percent)}%;descent-override:${Math.round(2700 / percent)}%;line-gap-override:0%`;
  return `@font-face{font-family:'Inter Fallback';font-weight:${weights};src:${sources};size-adjust:${percent}%;${metrics}}`;
}

/** The style sheet of all shells. It is in the document, after the tokens. */
export const shellStyles = [
  // Arial and its likes, with Inter's widths and heights or a little more: no text becomes larger when its font arrives.
  fallbackFace('100 599', ['Roboto', 'Arial', 'Liberation Sans', 'DejaVu Sans'], 107),
  fallbackFace('600 900', ['Roboto Bold', 'Arial Bold', 'Liberation Sans Bold', 'DejaVu Sans Bold'], 105),
  'body{margin:0;background:var(--ground)}',
  ".shell{box-sizing:border-box;max-width:var(--column-width);min-height:100dvh;margin:0 auto;padding:0 16px;color:var(--ink);font:15px/1.45 'Inter Fallback',system-ui,sans-serif}",
  '.shell *{box-sizing:border-box}',
  '.shell b{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}',
  '.shell i{display:block;position:relative;overflow:hidden;margin:0 0 16px;padding:16px;border-radius:var(--radius-card);background:var(--surface);box-shadow:var(--shadow);font-style:normal}',
  '.shell h1,.shell h2,.shell p{margin:0}',
  '.shell h1,.shell h2{font-size:15px;font-weight:650}',
  // Justified, a paragraph is as wide as it may be, wherever the later font breaks its lines.
  '.shell p{font-size:13.5px;text-align:justify}',
  '.shell header{display:flex;align-items:center;gap:12px;height:68px;margin-bottom:4px}',
  '.shell header h1{flex:1;font-size:17px}',
  '.shell header i{width:44px;height:44px;margin:0;padding:0;border-radius:var(--radius-control)}',
  '.shell .plum{padding:20px 18px;background:var(--clock-card);color:#fff}',
  '.shell .plum>svg{position:absolute;right:-46px;top:-46px;width:210px;opacity:.16}',
].join('');
