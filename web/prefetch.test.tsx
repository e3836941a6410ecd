import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prefetchLinkedPages } from './prefetch.ts';

const page = vi.fn(async () => ({ Component: () => null }));
let stop: () => void;

beforeEach(() => {
  page.mockClear();
  stop = prefetchLinkedPages([{ children: [{ path: '/wallet', lazy: page }, { path: '/about' }] }]);
  render(
    <>
      <a href="/wallet">
        <b>Wallet</b>
      </a>
      <a href="https://elsewhere.example/wallet">Elsewhere</a>
      <a href="/about">About</a>
      <b>Text</b>
    </>,
  );
});
afterEach(() => {
  stop();
  cleanup();
});

it.each(['pointerOver', 'pointerDown', 'focusIn'] as const)('loads the page of a link on %s', (sign) => {
  fireEvent[sign](screen.getByText('Wallet'));
  expect(page).toHaveBeenCalledTimes(1);
});

it.each(['Elsewhere', 'About', 'Text'])('loads nothing for what links to no page of its own scripts: %s', (text) => {
  fireEvent.pointerDown(screen.getByText(text));
  expect(page).not.toHaveBeenCalled();
});

it('leaves a failure to the router', () => {
  page.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fireEvent.pointerDown(screen.getByText('Wallet'));
  expect(page).toHaveBeenCalledTimes(1);
});
