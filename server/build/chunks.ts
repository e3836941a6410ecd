import { join } from 'node:path';
import type { Rolldown } from 'vite';
import type { Page } from '../../web/routes.ts';
import { modulesOfPages } from './pageModules.ts';

/** What needs a module at its start: the entry, the players' shell, or pages. */
interface Needs {
  readonly entry: boolean;
  readonly shell: boolean;
  /** What players' pages load once they are shown. */
  readonly later: boolean;
  /** The back office's shell and first page. */
  readonly office: boolean;
  readonly pages: readonly Page[];
  /** How many of them are before sign-in, and stand without Apollo Client. */
  readonly before: number;
}

const isMain = ({ pages }: Needs, main?: Page['main']) =>
  pages.some((page) => (main ? page.main === main : typeof page.main === 'string'));

const isAdmin = ({ audience }: Page) => audience === 'admin';
const isOfOffice = ({ pages }: Needs) => pages.every(isAdmin);

/**
 * Which script has a module of the app, the first that fits; one that a single page needs is in that page's. Each further file
 * costs a page some 500 bytes of headers and compresses worse, each unneeded module its own bytes.
 */
const scripts: readonly (readonly [name: string, has: (needs: Needs) => boolean])[] = [
  ['app', (needs) => needs.entry || isMain(needs, 'app') || (needs.before > 0 && (needs.shell || isMain(needs)))],
  ['player', (needs) => needs.shell || isMain(needs, 'player')],
  ['game', (needs) => isMain(needs, 'game') && needs.pages.every(({ main }) => main === 'game')],
  ['rounds', (needs) => isMain(needs, 'game')],
  ['fields', (needs) => needs.later && needs.before > 0],
  ['parts', (needs) => needs.later],
  ['forms', (needs) => needs.before >= 2],
  ['lists', (needs) => needs.pages.filter(({ audience }) => audience === 'player').length >= 4],
  ['office', (needs) => needs.office && isOfOffice(needs)],
  ['desk', isOfOffice],
];

const app = /web[\\/](?!gql|pages)|@tabler/;
/** Bytes of source up to which what is shared by few pages joins the group of the most similar ones. */
const SMALL = 2_600;
const rest = { test: app, minShareCount: 2, entriesAware: true };

/**
 * The bundler names what is shared after all that share it. The hashes have 7 characters of 6 bits instead of 8: the entry and each
 * page name a hundred files, and hashes don't compress.
 */
const fileOf = (name: string) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash:7]`;

/** How the build puts modules together into scripts. `web` is the app's folder. */
export function chunks(web: string): Rolldown.OutputOptions {
  let needs: ReturnType<typeof needsOf> | undefined;
  const nameOf = (id: string, build: Rolldown.ChunkingContext) => {
    needs ??= needsOf(web, build);
    const own = needs(id);
    if (own.pages.length < 2 && !own.entry && !own.shell) return null;
    return scripts.find(([, has]) => has(own))?.[0] ?? null;
  };
  const sharedBy = (has: (needs: Needs) => boolean, priority: number, entriesAwareMergeThreshold = SMALL) => ({
    ...rest,
    name: (id: string) => (needs && has(needs(id)) ? 'shared' : null),
    debugName: 'shared',
    priority,
    entriesAwareMergeThreshold,
  });
  return {
    codeSplitting: {
      groups: [
        {
          name: 'react',
          test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
          priority: 4,
        },
        { name: 'apollo', test: /node_modules[\\/](@apollo|@wry|graphql|graphql-ws|optimism|rxjs)[\\/]/, priority: 4 },
        { name: nameOf, debugName: 'app', includeDependenciesRecursively: false, priority: 3 },
        sharedBy(({ before }) => before > 0, 2),
        // What is small and needed by players and admins would join the back office's shell.
        sharedBy((needs) => needs.pages.some(isAdmin) && !isOfOffice(needs), 1, 600),
        sharedBy(() => true, 0),
      ],
    },
    chunkFileNames: ({ name }) => `${fileOf(name)}.js`,
    assetFileNames: ({ names }) => `${fileOf(names[0] ?? '')}[extname]`,
  };
}

/** What needs a module at its start. */
function needsOf(web: string, build: Rolldown.ChunkingContext): (id: string) => Needs {
  const reached = (...names: string[]) => reachedFrom(build, ...names.map((name) => join(web, name)));
  const entry = reached('main.tsx');
  const shell = reached('features/player/PlayerShell.tsx');
  const later = reached('features/player/Beside.tsx', 'features/bets/betParts.ts');
  const office = reached('features/admin/AdminShell.tsx');
  const client = join(web, 'apollo/client.ts');
  const all = [...modulesOfPages(web, build)].map(([page, id]) => ({ page, modules: reachedFrom(build, id) }));
  const first = all.find(({ page }) => isAdmin(page));
  return (id) => {
    const pages = all.filter(({ modules }) => modules.has(id));
    const before = pages.filter(({ page, modules }) => page.audience === 'public' && !modules.has(client));
    return {
      entry: entry.has(id),
      shell: shell.has(id),
      later: later.has(id),
      office: office.has(id) || (first?.modules.has(id) ?? false),
      pages: pages.map(({ page }) => page),
      before: before.length,
    };
  };
}

/** Modules and all that they import statically. */
function reachedFrom(build: Rolldown.ChunkingContext, ...roots: string[]): ReadonlySet<string> {
  const reached = new Set(roots);
  // A set's iterator reaches what is added meanwhile.
  for (const id of reached) {
    for (const imported of build.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}
