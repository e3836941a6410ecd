import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BrowserStore } from './storage.ts';

const blocked = (): Storage => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

/** Storage that takes `room` values and then throws, as a full one does. */
function smallStorage(room: number): Storage {
  localStorage.clear();
  return new Proxy(localStorage, {
    get(storage, name) {
      const value: unknown = Reflect.get(storage, name, storage);
      if (name !== 'setItem') return typeof value === 'function' ? value.bind(storage) : value;
      return (key: string, text: string) => {
        const isFull = storage.length >= room && storage.getItem(key) === null;
        if (isFull || text.length > 1_000) throw new DOMException('full', 'QuotaExceededError');
        storage.setItem(key, text);
      };
    },
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

it.each([
  ['throws on access', blocked],
  ['is null', () => null],
  ['is full', () => smallStorage(0)],
])('keeps values in memory where storage %s', (_how, open) => {
  const store = new BrowserStore(open);
  expect(store.get('a')).toBeNull();
  expect(store.set('a', '1')).toBe(false);
  expect(store.setAll({ b: '2', c: '3' })).toBe(false);
  expect([store.get('a'), store.get('b'), store.get('c')]).toEqual(['1', '2', '3']);
  expect(store.keys()).toEqual(['a', 'b', 'c']);
  store.remove('a');
  expect(store.get('a')).toBeNull();
  expect(store.canKeep()).toBe(false);
  expect(localStorage.length).toBe(0);
});

it('stores in the browser where it can', () => {
  const store = new BrowserStore(() => localStorage);
  expect(store.set('a', '1')).toBe(true);
  expect(store.canKeep()).toBe(true);
  expect(Object.entries({ ...localStorage })).toEqual([['a', '1']]);
  expect(new BrowserStore(() => localStorage).get('a')).toBe('1');
});

it('keeps a group of values in one place, and takes the earlier ones out of the other', () => {
  const storage = smallStorage(2);
  const store = new BrowserStore(() => storage);
  expect(store.setAll({ a: 'old', b: 'old' })).toBe(true);
  // One of them doesn't fit: another tab, or the next page, must not read the new `a` beside the old `b`.
  expect(store.setAll({ a: 'new', b: 'x'.repeat(2_000) })).toBe(false);
  expect(localStorage.length).toBe(0);
  expect(store.get('a')).toBe('new');
  expect(store.setAll({ a: 'newer', b: 'newer' })).toBe(true);
  expect([store.get('a'), localStorage.getItem('a')]).toEqual(['newer', 'newer']);
});

it('prefers what another tab stored later', () => {
  const storage = smallStorage(1);
  const store = new BrowserStore(() => storage);
  store.set('a', '1');
  expect(store.set('b', 'in memory')).toBe(false);
  const heard: (string | null)[] = [];
  const stop = store.onOtherTab((key) => heard.push(key));
  localStorage.setItem('b', 'from another tab');
  dispatchEvent(new StorageEvent('storage', { key: 'b' }));
  expect(store.get('b')).toBe('from another tab');
  stop();
  dispatchEvent(new StorageEvent('storage', { key: 'b' }));
  expect(heard).toEqual(['b']);
});
