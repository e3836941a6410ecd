import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { pages, type Page } from '../../web/routes.ts';

/** The module of each page, by its row in the list: routes.ts imports them in that order. `modules` are the build's. */
export function modulesOfPages(web: string, modules: Pick<Rolldown.PluginContext, 'getModuleInfo'>): Map<Page, string> {
  const ids = modules.getModuleInfo(join(web, 'routes.ts'))?.dynamicallyImportedIds ?? [];
  if (ids.length !== pages.length) throw new Error(`routes.ts has ${pages.length} pages and imports ${ids.length}`);
  return new Map(pages.map((page, place) => [page, ids[place] ?? '']));
}

/** The shell of a page, which is loaded with it; none for public pages. */
export function shellOf({ audience }: Page, web: string): string | undefined {
  const shells = { public: undefined, player: 'player/PlayerShell.tsx', admin: 'admin/AdminShell.tsx' };
  const shell = shells[audience];
  return shell && join(web, 'features', shell);
}
