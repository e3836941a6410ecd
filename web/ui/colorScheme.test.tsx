import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseScheme, onSchemeChange, readColorScheme, readSchemeChoice } from './colorScheme.ts';

const shown = () => document.documentElement.getAttribute('data-mantine-color-scheme');
/** What the document does before its first paint. */
const beforePaint = readFileSync(`${import.meta.dirname}/../colorScheme.inline.js`, 'utf8');

afterEach(() => localStorage.clear());

it('keeps the theme that was chosen, which the next document shows before its first paint', () => {
  const onChange = vi.fn<() => void>();
  const end = onSchemeChange(onChange);
  chooseScheme('dark');
  end();
  expect([shown(), readSchemeChoice(), readColorScheme()]).toEqual(['dark', 'dark', 'dark']);
  expect(onChange).toHaveBeenCalledOnce();
  document.documentElement.removeAttribute('data-mantine-color-scheme');
  window.eval(beforePaint);
  expect(shown()).toBe('dark');
  chooseScheme('light');
  window.eval(beforePaint);
  expect(shown()).toBe('light');
});
