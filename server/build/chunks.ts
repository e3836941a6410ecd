import { basename } from 'node:path';
import type { Rolldown } from 'vite';

type Output = Rolldown.OutputOptions;
type Groups = NonNullable<Exclude<Output['codeSplitting'], boolean | undefined>['groups']>;

const entry = /web[\\/]main\.tsx$/;
const shell = /web[\\/]features[\\/]player[\\/]PlayerShell\.tsx$/;
const page = /web[\\/]pages[\\/].+Page\.tsx$/;
/** The pages that are opened first and most: what none of them needs is not loaded with them. */
const mainPage = /web[\\/]pages[\\/](player[\\/](Home|Wallet|Sapre\w+)|public[\\/]Landing)Page\.tsx$/;
const homePage = /web[\\/]pages[\\/]player[\\/]HomePage\.tsx$/;
const walletPage = /web[\\/]pages[\\/]player[\\/]WalletPage\.tsx$/;
const gamePage = /web[\\/]pages[\\/]player[\\/]Sapre\w+Page\.tsx$/;
/** Without the one that has queries. */
const beforeSignIn = /web[\\/]pages[\\/]public[\\/](?!Fairness)/;
const icons = /tabler-icons-react\.mjs$/;
const ofBackOffice = /[\\/](admin|Admin)/;
const ofEveryPage =
  /web[\\/](ui|lib|apollo|features[\\/](product|clock|shell|session|player|notifications|playCredit|wallet))[\\/]|@tabler|web[\\/]\w+\.tsx?$/;
const isOfEveryPage = (id: string) => ofEveryPage.test(id) && !ofBackOffice.test(id);
/** Their documents come along. */
const ofSomePages = /web[\\/](?!gql|pages)/;

const ofSome = { test: (id: string) => ofSomePages.test(id) && !ofBackOffice.test(id) };
/** Without what these modules import, which other pages may need alone. */
const alone = { ...ofSome, minShareCount: 2, includeDependenciesRecursively: false };
const rest = {
  ...ofSome,
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: 2_600,
};

/**
 * Which modules share a script. Each further file costs a page some 500 bytes of headers and compresses worse, each
 * unneeded module its own bytes: a module's place is decided by how many pages need it.
 */
const groups: Groups = [
  // What every page needs and rarely changes: kept by browsers over releases of ours.
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
    priority: 6,
  },
  { name: 'apollo', test: /node_modules[\\/](@apollo|@wry|graphql|graphql-ws|optimism|rxjs)[\\/]/, priority: 6 },
  // Components without documents and texts of their own, which most pages need: first those that the entry or pages
  // before sign-in need, then those that stand on Apollo Client or are for players alone. Of both, what the main pages
  // don't need is apart: forms, and lists.
  { name: named('app', isForBeforeSignIn, isForMainPages), debugName: 'app', test: isOfEveryPage, priority: 5 },
  { name: named('forms', isForBeforeSignIn), debugName: 'forms', test: isOfEveryPage, priority: 4 },
  { name: named('player', isForMainPages), debugName: 'player', test: isOfEveryPage, minShareCount: 4, priority: 3 },
  { name: 'lists', test: isOfEveryPage, minShareCount: 4, priority: 2 },
  // What only the home page and the games share: left to the rule below, it would be in many small files, and in others
  // after each change of any page.
  { name: named('games', isForHomeAndGames), debugName: 'games', ...alone, priority: 2 },
  // The rest by the pages that need it; what is small joins the group of the most similar pages. What pages before sign-in
  // need joins nothing that may stand on Apollo Client, what main pages need nothing that may stand on forms and lists.
  { name: named('shared', isForPublicPages), ...rest, priority: 1 },
  { name: named('shared', isForMainPages), ...rest, priority: 1 },
  { name: 'shared', ...rest },
];

/** The name of a group, for the modules whose importers pass all tests. */
function named(name: string, ...tests: readonly ((paths: readonly string[]) => boolean)[]) {
  return (id: string, build: Rolldown.ChunkingContext) => {
    const paths = importersOf(id, build);
    return tests.every((test) => test(paths)) ? name : null;
  };
}

/** A module and all that need it; what is imported lazily doesn't count. */
function importersOf(id: string, build: Rolldown.ChunkingContext): readonly string[] {
  const importers = new Set([id]);
  const name = basename(id, '.mjs');
  // A set's iterator reaches what is added meanwhile.
  for (const one of importers) {
    for (const by of build.getModuleInfo(one)?.importers ?? []) {
      // All icons are imported from one module: an icon's importers are those that name it.
      if (!icons.test(one) || build.getModuleInfo(by)?.code?.includes(name)) importers.add(by);
    }
  }
  return [...importers];
}

/** Whether the entry is among these modules, or a page before sign-in and many others. */
function isForBeforeSignIn(paths: readonly string[]): boolean {
  const isByMany = paths.filter((path) => page.test(path)).length >= 4 || paths.some((path) => shell.test(path));
  return paths.some((path) => entry.test(path)) || (isByMany && paths.some((path) => beforeSignIn.test(path)));
}

function isForPublicPages(paths: readonly string[]): boolean {
  return paths.some((path) => beforeSignIn.test(path));
}

function isForHomeAndGames(paths: readonly string[]): boolean {
  const isBy = (of: RegExp) => paths.some((path) => of.test(path));
  return isBy(homePage) && isBy(gamePage) && !isBy(walletPage) && !isBy(beforeSignIn);
}

function isForMainPages(paths: readonly string[]): boolean {
  return paths.some((path) => entry.test(path) || shell.test(path) || mainPage.test(path));
}

/** Files of shared modules are named after no page. */
const nameOf = ({ name, names }: { readonly name?: string | undefined; readonly names?: readonly string[] }) =>
  (name ?? names?.[0] ?? '').startsWith('shared~') ? 'assets/shared-[hash]' : 'assets/[name]-[hash]';

export const chunks: Output = {
  codeSplitting: { groups },
  chunkFileNames: (chunk) => `${nameOf(chunk)}.js`,
  assetFileNames: (asset) => `${nameOf(asset)}[extname]`,
};
