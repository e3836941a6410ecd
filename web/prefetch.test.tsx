import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prefetchLinkedPages } from './prefetch.ts';

const page = vi.fn(async () => ({ Component: () => null }));
const sender = vi.fn(async () => undefined);
let stop: () => void;

beforeEach(() => {
  page.mockClear();
  sender.mockClear();
  stop = prefetchLinkedPages([{ children: [{ path: '/wallet', lazy: page }, { path: '/about' }] }], sender);
  render(
    <>
      <a href="/wallet">
        <b>Wallet</b>
      </a>
      <a href="https://elsewhere.example/wallet">Elsewhere</a>
      <a href="/about">About</a>
      <b>Text</b>
      <form>
        <input aria-label="Email" />
      </form>
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

it('loads what a form is sent with once one of its fields is focused, and not before', () => {
  expect(sender).not.toHaveBeenCalled();
  fireEvent.focusIn(screen.getByLabelText('Email'));
  expect(sender).toHaveBeenCalledTimes(1);
});

it('leaves a failure to the router', () => {
  page.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fireEvent.pointerDown(screen.getByText('Wallet'));
  expect(page).toHaveBeenCalledTimes(1);
});
