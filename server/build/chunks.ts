import { basename } from 'node:path';
import type { Rolldown } from 'vite';

type Output = Rolldown.OutputOptions;
type Groups = NonNullable<Exclude<Output['codeSplitting'], boolean | undefined>['groups']>;

const entry = /web[\\/]main\.tsx$/;
const shell = /web[\\/]features[\\/]player[\\/]PlayerShell\.tsx$/;
const page = /web[\\/]pages[\\/].+Page\.tsx$/;
/** The pages that are opened first and most: what none of them needs is not in their files. */
const mainPage = /web[\\/]pages[\\/](player[\\/](Home|Wallet|Sapre\w+)|public[\\/]Landing)Page\.tsx$/;
const homePage = /web[\\/]pages[\\/]player[\\/]HomePage\.tsx$/;
const walletPage = /web[\\/]pages[\\/]player[\\/]WalletPage\.tsx$/;
const gamePage = /web[\\/]pages[\\/]player[\\/]Sapre\w+Page\.tsx$/;
/** What a player's page loads once it is shown. */
const besidePages = /web[\\/]features[\\/]player[\\/]Beside\.tsx$/;
const betSheet = /web[\\/]features[\\/]bets[\\/]BetSheet\.tsx$/;
/** Without those that have queries. */
const beforeSignIn = /web[\\/]pages[\\/]public[\\/](?!Fairness|Transparency)/;
/** Modules through which all icons, and all texts, are imported. */
const collection = /tabler-icons-react\.mjs$|web[\\/]messages[\\/]words\.ts$/;
const icon = /@tabler.+[\\/]Icon\w+\.mjs$/;
const texts = /web[\\/]messages[\\/]\w+[\\/](?:admin[\\/])?(\w+)\.ts$/;
const ofBackOffice = /[\\/](admin|Admin)/;
const ofEveryPage =
  /web[\\/](ui|jsx|lib|apollo|features[\\/](product|clock|shell|session|player|notifications|playCredit|wallet))[\\/]|@tabler|web[\\/](?!paymentTexts)\w+\.tsx?$/;
const isOfEveryPage = (id: string) => ofEveryPage.test(id) && !ofBackOffice.test(id);
const ofSomePages = /web[\\/](?!gql|pages)/;
/** What the build makes or takes for such modules: documents, the loader of scripts, fonts; and pages that are one module each. */
const ofThem = /^\0(document|vite)\/|web[\\/]gql[\\/]possibleTypes|@fontsource|pages[\\/]player[\\/]Sapre/;
const isOfPages = (id: string) =>
  (ofSomePages.test(id) || ofEveryPage.test(id) || ofThem.test(id)) && !ofBackOffice.test(id);
const isShared = (id: string) => ofSomePages.test(id) && !ofBackOffice.test(id);

/** What is small joins the group of the most similar pages; its documents come along. */
const rest = { test: isShared, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_600 };

/**
 * Which modules share a script. Each further file costs a page some 500 bytes of headers and compresses worse, each
 * unneeded module its own bytes: a module's place is decided by which pages need it.
 */
const groups: Groups = [
  // What every page needs and rarely changes: kept by browsers over releases of ours.
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
    priority: 6,
  },
  { name: 'apollo', test: /node_modules[\\/](@apollo|@wry|graphql|graphql-ws|optimism|rxjs)[\\/]/, priority: 6 },
  { name: groupOfMainPages, debugName: 'main', test: isOfPages, includeDependenciesRecursively: false, priority: 5 },
  // Components that most other pages need.
  { name: 'lists', test: isOfEveryPage, minShareCount: 4, priority: 2 },
  // The rest by the pages that need it. What pages before sign-in need joins nothing that may stand on Apollo Client.
  {
    name: (id, build) => (isForPublicPages(importersOf(id, build)) ? 'shared' : null),
    debugName: 'shared',
    ...rest,
    priority: 1,
  },
  { name: 'shared', ...rest },
];

/**
 * What the main pages need, in as few files as possible, and what the components of forms share: `app` is for pages before
 * sign-in too and stands without Apollo Client, `player` is for home, wallet and games, `game` for games alone, and
 * `rounds` for games and other pages, as the records of bets. Of what a page loads once it is shown, `beside` is for every
 * player's page, and `fields` is what the sheet of bets shares with pages of forms.
 */
function groupOfMainPages(id: string, build: Rolldown.ChunkingContext): string | null {
  const paths = importersOf(id, build);
  const isBy = (of: RegExp) => paths.some((path) => of.test(path));
  const pages = paths.filter((path) => page.test(path));
  if (!isBy(entry) && !isBy(shell) && !isBy(mainPage)) {
    // A style sheet of its own would be half headers.
    if (isBy(besidePages)) return id.endsWith('.css') ? 'player' : 'beside';
    if (isBy(betSheet)) return pages.some((path) => !gamePage.test(path)) ? 'fields' : null;
    return isOfEveryPage(id) && isBy(beforeSignIn) && pages.length >= 4 ? 'forms' : null;
  }
  if (isBy(entry) || isBy(beforeSignIn)) return 'app';
  if (isBy(shell) || ((isBy(homePage) || isBy(walletPage)) && pages.length > 1)) return 'player';
  if (isBy(gamePage)) return pages.every((path) => gamePage.test(path)) ? 'game' : 'rounds';
  return null;
}

/** How modules name an icon or a group of texts, which they import through a collection. */
function nameInCode(id: string): RegExp {
  const [, group] = texts.exec(id) ?? [];
  if (group !== undefined) return new RegExp(`\\bwords\\.(admin\\.)?${group}\\b`);
  return icon.test(id) ? new RegExp(`\\b${basename(id, '.mjs')}\\b`) : /^/;
}

/** A module and all that need it; what is imported lazily doesn't count. */
function importersOf(id: string, build: Rolldown.ChunkingContext): readonly string[] {
  const importers = new Set([id]);
  const name = nameInCode(id);
  // A set's iterator reaches what is added meanwhile.
  for (const one of importers) {
    for (const by of build.getModuleInfo(one)?.importers ?? []) {
      // An icon's importers are those that name it, and those of a group of texts likewise.
      if (!collection.test(one) || name.test(build.getModuleInfo(by)?.code ?? '')) importers.add(by);
    }
  }
  return [...importers];
}

function isForPublicPages(paths: readonly string[]): boolean {
  return paths.some((path) => beforeSignIn.test(path));
}

/** Files of shared modules are named after no page. */
const nameOf = ({ name, names }: { readonly name?: string | undefined; readonly names?: readonly string[] }) =>
  (name ?? names?.[0] ?? '').startsWith('shared~') ? 'assets/shared-[hash]' : 'assets/[name]-[hash]';

export const chunks: Output = {
  codeSplitting: { groups },
  chunkFileNames: (chunk) => `${nameOf(chunk)}.js`,
  assetFileNames: (asset) => `${nameOf(asset)}[extname]`,
};
