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
  readonly pages: readonly Page[];
  /** How many of them are before sign-in, and stand without Apollo Client. */
  readonly before: number;
}

const isMain = ({ pages }: Needs, main?: Page['main']) =>
  pages.some((page) => (main ? page.main === main : typeof page.main === 'string'));

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
  ['office', (needs) => needs.pages.length >= 2 && needs.pages.every(({ audience }) => audience === 'admin')],
];

const app = /web[\\/](?!gql|pages)|@tabler/;
/** What is shared by fewer pages: what is small joins the group of the most similar ones. */
const rest = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_600 };

/** The bundler names what is shared after all that share it. */
const fileOf = (name: string) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash]`;

/** How the build puts modules together into scripts. `web` is the app's folder. */
export function chunks(web: string): Rolldown.OutputOptions {
  let needs: ReadonlyMap<string, Needs> | undefined;
  const nameOf = (id: string, build: Rolldown.ChunkingContext) => {
    needs ??= needsOf(web, build);
    const own = needs.get(id);
    if (!own || (own.pages.length < 2 && !own.entry && !own.shell)) return null;
    return scripts.find(([, has]) => has(own))?.[0] ?? null;
  };
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
        {
          name: (id) => ((needs?.get(id)?.before ?? 0) > 0 ? 'shared' : null),
          debugName: 'shared',
          test: app,
          ...rest,
          priority: 1,
        },
        { name: 'shared', test: app, ...rest },
      ],
    },
    chunkFileNames: ({ name }) => `${fileOf(name)}.js`,
    assetFileNames: ({ names }) => `${fileOf(names[0] ?? '')}[extname]`,
  };
}

/** By module: what needs it at its start. */
function needsOf(web: string, build: Rolldown.ChunkingContext): Map<string, Needs> {
  const found = new Map<string, Needs>();
  const add = (root: string, own: Partial<Needs>) => {
    for (const id of reachedFrom(root, build)) {
      const { entry = false, shell = false, later = false, before = 0, pages = [] } = found.get(id) ?? {};
      found.set(id, {
        entry,
        shell,
        later,
        ...own,
        before: before + (own.before ?? 0),
        pages: [...pages, ...(own.pages ?? [])],
      });
    }
  };
  add(join(web, 'main.tsx'), { entry: true });
  add(join(web, 'features/player/PlayerShell.tsx'), { shell: true });
  for (const part of ['player/Beside.tsx', 'bets/betParts.ts']) add(join(web, 'features', part), { later: true });
  for (const [page, id] of modulesOfPages(web, build)) {
    const withClient = page.audience !== 'public' || reachedFrom(id, build).has(join(web, 'apollo/client.ts'));
    add(id, { pages: [page], before: withClient ? 0 : 1 });
  }
  return found;
}

/** A module and all that it imports statically. */
function reachedFrom(root: string, build: Rolldown.ChunkingContext): ReadonlySet<string> {
  const reached = new Set([root]);
  // A set's iterator reaches what is added meanwhile.
  for (const id of reached) {
    for (const imported of build.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}
