import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { followReleases } from './apollo/release.ts';
import { NewRelease } from './features/shell/NewRelease.tsx';
import { loadPage, Pages } from './lazyPages.tsx';
import { prefetchLinkedPages } from './prefetch.ts';
import { routes } from './router.tsx';
import { followColorScheme } from './ui/colorScheme.ts';
import { pageWindow } from './ui/dialogHistory.ts';
import './ui/styles.ts';
import { Toasts } from './ui/Toasts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

prefetchLinkedPages(routes);
followColorScheme();

const app = (
  <StrictMode>
    <BrowserRouter window={pageWindow}>
      <Pages routes={routes} />
    </BrowserRouter>
    <NewRelease />
    <Toasts />
  </StrictMode>
);
// Until the page's scripts have arrived, the document's shell stays. As a transition the page is rendered in slices, which
// let input through.
void loadPage(routes, location.pathname).then(() =>
  startTransition(() => createRoot(root, { onCaughtError: loggedByPageError }).render(app)),
);

// After the page's own requests.
addEventListener('load', () => void followReleases());

function loggedByPageError(): void {}
