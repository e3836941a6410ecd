import { Link } from './features/navigation/Link.tsx';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter, Outlet, useLocation, type RouteObject } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazily, loadPage, Pages } from './lazyPages.tsx';
import { PageErrors } from './features/shell/PageErrors.tsx';

/** A load that is answered by the test. */
function givenLoad(text: string) {
  const loads: { succeed: () => Promise<void>; fail: () => Promise<void> }[] = [];
  const load = () =>
    new Promise<ComponentType>((resolve, reject) => {
      loads.push({
        succeed: () => act(async () => resolve(() => <p>{text}</p>)),
        fail: () => act(async () => reject(new TypeError('Failed to fetch'))),
      });
    });
  return { load, loads };
}

const Failed = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <>
    <p>failed: {text}</p>
    <button onClick={onRetry}>retry</button>
  </>
);

function Shell() {
  return (
    <>
      <p>shell at {useLocation().pathname}</p>
      <Link to="/">first</Link>
      <Link to="/slow">to slow</Link>
      <Link to="/other">to other</Link>
      <PageErrors as={Failed}>
        <Outlet />
      </PageErrors>
    </>
  );
}

const slow = givenLoad('slow page');
const reload = vi.fn<() => void>();
let routes: RouteObject[];

async function open(text: string): Promise<void> {
  await act(async () => fireEvent.click(screen.getByText(text)));
}

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  sessionStorage.clear();
  reload.mockReset();
  vi.spyOn(location, 'reload').mockImplementation(reload);
  Object.assign(slow, givenLoad('slow page'));
  const children: RouteObject[] = [
    { path: '/', ...lazily(async () => () => <p>first page</p>) },
    { path: '/other', ...lazily(async () => () => <p>other page</p>) },
    { path: '/slow', ...lazily(slow.load) },
  ];
  routes = [{ element: <Shell />, children }];
  await loadPage(routes, '/');
  const app = (
    <MemoryRouter>
      <Pages routes={routes} />
    </MemoryRouter>
  );
  // A page that is not loaded is thrown to PageErrors, which shows it.
  render(app, { onCaughtError: () => undefined });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.mocked(location.reload).mockRestore();
  scrollTo(0, 0);
});

it('shows the page before until the next one is loaded', async () => {
  await open('to slow');
  expect(screen.getByText('first page')).toBeDefined();
  expect(screen.getByText('shell at /')).toBeDefined();
  await slow.loads[0]?.succeed();
  expect(screen.getByText('slow page')).toBeDefined();
  expect(screen.getByText('shell at /slow')).toBeDefined();
});

it('shows the last page that was opened, though one before is loaded later', async () => {
  await open('to slow');
  await open('to other');
  await slow.loads[0]?.succeed();
  expect(screen.getByText('other page')).toBeDefined();
});

it('keeps the shell around a page that cannot be loaded, and loads it again when it is opened again', async () => {
  await open('to slow');
  await slow.loads[0]?.fail();
  expect(screen.getByText(/^failed: /)).toBeDefined();
  expect(screen.getByText('shell at /slow')).toBeDefined();
  await open('to other');
  expect(screen.getByText('other page')).toBeDefined();
  await open('to slow');
  await slow.loads[1]?.succeed();
  expect(screen.getByText('slow page')).toBeDefined();
});

it('shows a page that could not be loaded once the server answers, without a reload', async () => {
  await open('to slow');
  vi.stubGlobal('fetch', async () => new Response());
  await slow.loads[0]?.fail();
  expect(screen.getByText(/^failed: /)).toBeDefined();
  await slow.loads[1]?.succeed();
  expect(screen.getByText('slow page')).toBeDefined();
  expect(screen.queryByText(/^failed: /)).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

it('reloads the document when the server answers and the page can still not be loaded', async () => {
  await open('to slow');
  vi.stubGlobal('fetch', async () => new Response());
  await slow.loads[0]?.fail();
  await slow.loads[1]?.fail();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('loads a page again on demand, and reloads the document if that fails', async () => {
  await open('to slow');
  await slow.loads[0]?.fail();
  await open('retry');
  await slow.loads[1]?.fail();
  expect(reload).toHaveBeenCalledTimes(1);
  await open('retry');
  await slow.loads[2]?.succeed();
  expect(screen.getByText('slow page')).toBeDefined();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('begins a page at its top', async () => {
  scrollTo(0, 300);
  await open('to other');
  expect(scrollY).toBe(0);
});

it('resolves for a page that cannot be loaded, so that the error is shown', async () => {
  const failing = lazily(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(loadPage([{ path: '/', ...failing }], '/')).resolves.toBeUndefined();
});
