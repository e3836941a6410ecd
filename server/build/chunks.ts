import type { Rolldown } from 'vite';

type Output = Rolldown.OutputOptions;
type Groups = NonNullable<Exclude<Output['codeSplitting'], boolean | undefined>['groups']>;

const ofBackOffice = /[\\/](admin|Admin)/;
const ofEveryPage =
  /web[\\/](ui|lib|apollo|features[\\/](product|clock|shell|session|player|notifications|playCredit|wallet))[\\/]|@tabler|web[\\/]\w+\.tsx?$/;
/** Their documents come along. */
const ofSomePages = /web[\\/](?!gql|pages)/;

/**
 * Which modules share a script. Each further file costs a page some 500 bytes of headers and compresses worse, each
 * unneeded module its own bytes: a module's place is decided by how many pages need it.
 */
const groups: Groups = [
  // What every page needs and rarely changes: kept by browsers over releases of ours.
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
    priority: 3,
  },
  { name: 'apollo', test: /node_modules[\\/](@apollo|@wry|graphql|graphql-ws|optimism|rxjs)[\\/]/, priority: 3 },
  // Components without documents and texts of their own, which most pages need.
  { name: 'app', test: (id) => ofEveryPage.test(id) && !ofBackOffice.test(id), minShareCount: 4, priority: 2 },
  // The rest by the pages that need it; what is small joins the group of the most similar pages.
  {
    name: 'shared',
    test: (id) => ofSomePages.test(id) && !ofBackOffice.test(id),
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 2_600,
  },
];

/** Files of shared modules are named after no page. */
const nameOf = ({ name, names }: { readonly name?: string | undefined; readonly names?: readonly string[] }) =>
  (name ?? names?.[0] ?? '').startsWith('shared~') ? 'assets/shared-[hash]' : 'assets/[name]-[hash]';

export const chunks: Output = {
  codeSplitting: { groups },
  chunkFileNames: (chunk) => `${nameOf(chunk)}.js`,
  assetFileNames: (asset) => `${nameOf(asset)}[extname]`,
};
