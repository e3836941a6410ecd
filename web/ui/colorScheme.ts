import { useSyncExternalStore } from 'react';
import { localStore } from '../lib/storage.ts';

export type ColorScheme = 'light' | 'dark';
/** auto: as the system has it. */
export type SchemeChoice = ColorScheme | 'auto';

/** Both as in colorScheme.inline.js, which applies the choice before the first paint. */
const KEY = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-mantine-color-scheme';

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** What was chosen by hand in this browser. */
export function readSchemeChoice(): SchemeChoice {
  const chosen = localStore.get(KEY);
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
}

/** The scheme that is shown. */
export function readColorScheme(): ColorScheme {
  const choice = readSchemeChoice();
  return choice === 'auto' ? (systemIsDark.matches ? 'dark' : 'light') : choice;
}

/** Shows a scheme from now on, in every tab. */
export function chooseScheme(choice: SchemeChoice): void {
  localStore.set(KEY, choice);
  apply();
}

/** Calls back whenever the choice or the scheme that is shown may have changed; returns the function that ends it. */
export function onSchemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The scheme that is shown, and what was chosen. */
export function useColorScheme(): { readonly scheme: ColorScheme; readonly choice: SchemeChoice } {
  const scheme = useSyncExternalStore(onSchemeChange, readColorScheme);
  const choice = useSyncExternalStore(onSchemeChange, readSchemeChoice);
  return { scheme, choice };
}

/** Follows the system and the other tabs. */
export function followColorScheme(): void {
  systemIsDark.addEventListener('change', apply);
  localStore.onOtherTab((key) => {
    if (key === KEY || key === null) apply();
  });
}

function apply(): void {
  document.documentElement.setAttribute(ATTRIBUTE, readColorScheme());
  for (const listener of listeners) listener();
}
