import { common } from './messages/en/common.ts';
import { paths } from './paths.ts';

type Shape = 'game' | 'tab' | 'page' | 'form' | 'landing' | 'none';

const petal = 'M0-46C12-30 12-18 0-8C-12-18-12-30 0-46Z';
const petals = [0, 45, 90, 135, 180, 225, 270, 315].map((turn) => `<path d="${petal}" transform="rotate(${turn})"/>`);
/** As ui/Motif.tsx draws it. */
const motif = `<svg viewBox="-50 -50 100 100" fill="none" stroke="currentColor" stroke-width="2">${petals.join('')}<circle r="6"/></svg>`;

const card = (height: number) => `<i style="height:${height}px"></i>`;
const banner = (height: number) => `<i class="plum" style="height:${height}px">${motif}</i>`;
const header = '<header><i></i></header>';

const contents: Readonly<Record<Shape, string>> = {
  game: header + banner(198) + card(309) + card(83),
  tab: header + banner(118) + card(300) + card(240) + '<nav></nav>',
  page: header + card(220) + card(160),
  form: `<p></p>${banner(150)}${card(420)}`,
  landing: motif,
  none: '',
};

const { home, activity, wallet, account, sapreHalf, sapreOne, sapreThree, login, signup, resetPassword } = paths;
const shapes: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries([home, activity, wallet, account].map((path) => [path, 'tab'])),
  ...Object.fromEntries([sapreHalf, sapreOne, sapreThree].map((path) => [path, 'game'])),
  ...Object.fromEntries([login, signup, resetPassword].map((path) => [path, 'form'])),
  '/:slug': 'landing',
};

/**
 * What the page at a route (in the router's syntax) shows until its scripts run: the outlines of its header and cards, as
 * HTML for the document's #root.
 */
export function shellOf(route: string): string {
  const shape = route.startsWith('/admin') ? 'none' : (shapes[route] ?? 'page');
  return `<div class="shell ${shape}"><b role="status">${common.loading}</b>${contents[shape]}</div>`;
}

/** The shells' style sheet. It is in the document, after the tokens. */
export const shellStyles = [
  'body{margin:0;background:var(--ground)}',
  '.shell{box-sizing:border-box;max-width:var(--column-width);min-height:100dvh;margin:0 auto;padding:0 16px}',
  '.shell *{box-sizing:border-box}',
  '.shell b{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}',
  '.shell i{display:block;position:relative;overflow:hidden;margin:0 0 16px;border-radius:var(--radius-card);background:var(--surface);box-shadow:var(--shadow)}',
  '.shell p{height:16px;margin:0}',
  '.shell header{display:flex;align-items:center;height:72px}',
  '.shell.game header{height:80px}',
  '.shell header i{width:44px;height:44px;margin:0;border-radius:var(--radius-control)}',
  '.shell .plum{background:var(--clock-card);color:#fff}',
  '.shell .plum svg{position:absolute;right:-46px;top:-46px;width:210px;opacity:.16}',
  '.shell nav{position:fixed;bottom:0;left:50%;transform:translateX(-50%);width:100%;max-width:var(--column-width);height:64px;background:var(--surface);border-radius:20px 20px 0 0;box-shadow:0 -4px 20px #2a163114}',
  '.shell.landing{display:grid;place-items:center;background:var(--clock-card);color:#fff}',
  '.shell.landing svg{width:148px}',
].join('');
