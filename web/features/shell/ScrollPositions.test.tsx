import { cleanup, render } from '@testing-library/react';
import type { Location } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ScrollPositions } from './ScrollPositions.tsx';

const at = (key: string): Location => ({ key, pathname: '/', search: '', hash: '', state: null });
const shown = (key: string) => <ScrollPositions of={at(key)}>{key}</ScrollPositions>;

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  scrollTo(0, 0);
});

it('begins a page at its top, and returns to where one was left', () => {
  const { rerender } = render(shown('list'));
  scrollTo(0, 700);
  rerender(shown('entry'));
  expect(scrollY).toBe(0);
  scrollTo(0, 50);
  rerender(shown('list'));
  expect(scrollY).toBe(700);
});

it('returns to where a page was left after a reload', () => {
  render(shown('list'));
  scrollTo(0, 700);
  dispatchEvent(new Event('pagehide'));
  cleanup();
  scrollTo(0, 0);
  render(shown('list'));
  expect(scrollY).toBe(700);
});
