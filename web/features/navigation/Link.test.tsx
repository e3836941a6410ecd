import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Outlet, useLocation, useRoutes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { Link, NavLink } from './Link.tsx';

afterEach(cleanup);

function Place() {
  const { pathname, state } = useLocation();
  return <output>{`${pathname} ${JSON.stringify(state)}`}</output>;
}

function Routed() {
  const layout = (
    <>
      <Place />
      <Link to="/wallet" state={{ from: 'home' }}>
        Wallet
      </Link>
      <Link to="/wallet" target="_blank">
        Aside
      </Link>
      <Link to="/wallet" onClick={(event) => event.preventDefault()}>
        Nowhere
      </Link>
      <NavLink to="/games">Games</NavLink>
      <NavLink to="/games" exact>
        All games
      </NavLink>
      <Outlet />
    </>
  );
  return useRoutes([{ path: '*', element: layout }]);
}

const openAt = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routed />
    </MemoryRouter>,
  );
const link = (name: string) => screen.getByRole('link', { name });
const place = () => screen.getByRole('status').textContent;

/** Whether the browser would follow the link. It is kept from it here, where there is no server. */
function press(name: string, keys: object = {}): boolean {
  let isLeft = false;
  const observe = (event: Event) => {
    isLeft = !event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener('click', observe, { once: true });
  fireEvent.click(link(name), { button: 0, ...keys });
  return isLeft;
}

describe('Link', () => {
  it('opens a page of the app without loading a document', () => {
    openAt('/');
    expect(link('Wallet').getAttribute('href')).toBe('/wallet');
    expect(press('Wallet')).toBe(false);
    expect(place()).toBe('/wallet {"from":"home"}');
  });

  it.each([
    ['with a key for a new tab', 'Wallet', { ctrlKey: true }],
    ['for another tab', 'Aside', {}],
  ])('leaves a press %s to the browser', (_how, name, keys) => {
    openAt('/');
    expect(press(name, keys)).toBe(true);
    expect(place()).toBe('/ null');
  });

  it('stays where its own handler prevents following it', () => {
    openAt('/');
    press('Nowhere');
    expect(place()).toBe('/ null');
  });
});

describe('NavLink', () => {
  it.each([
    ['/games', 'page', 'page'],
    ['/games/', 'page', 'page'],
    ['/games/one', 'page', null],
    ['/gamesters', null, null],
  ])('at %s is marked as current: %s; as exact: %s', (at, current, exact) => {
    openAt(at);
    expect(link('Games').getAttribute('aria-current')).toBe(current);
    expect(link('All games').getAttribute('aria-current')).toBe(exact);
  });
});
