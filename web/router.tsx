import { Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { readSession } from './apollo/sessionStore.ts';
import { PageErrors } from './features/shell/PageErrors.tsx';
import { PageFocus } from './features/shell/PageFocus.tsx';
import { ProductProvider } from './features/shell/ProductProvider.tsx';
import { lazily } from './lazyPages.tsx';
import { paths } from './paths.ts';
import { pages, type Page } from './routes.ts';

const pagesOf = (audience: Page['audience']): RouteObject[] =>
  pages
    .filter((page) => page.audience === audience)
    .map(({ path, load }) => ({ path, ...lazily(async () => (await load()).default) }));

/** Players' pages and those of the back office stand within their shell, which only they load. */
export const routes: RouteObject[] = [
  {
    element: (
      <ProductProvider>
        <PageErrors>
          <Outlet />
        </PageErrors>
        <PageFocus />
      </ProductProvider>
    ),
    children: [
      {
        ...lazily(async () => (await import('./features/player/PlayerShell.tsx')).PlayerShell),
        children: pagesOf('player'),
      },
      {
        ...lazily(async () => (await import('./features/admin/AdminShell.tsx')).AdminShell),
        children: pagesOf('admin'),
      },
      { path: paths.admin.root, element: <Navigate to={paths.admin.dashboard} replace /> },
      { path: '/admin/*', ...lazily(loadAdminNotFound) },
      ...pagesOf('public'),
    ],
  },
];

/** Users who are no admins get the public page, so that the back office's scripts aren't loaded. */
async function loadAdminNotFound() {
  const isAdmin = readSession()?.user.userType === 'admin';
  const page = await (isAdmin ? import('./pages/admin/AdminNotFoundPage.tsx') : pages.at(-1)?.load());
  if (!page) throw new Error('The last page is that for all other addresses');
  return page.default;
}
