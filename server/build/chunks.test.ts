import { expect, it } from 'vitest';
import { scriptsBeside } from './chunks.ts';

const js = { hostType: 'js' };
const shared = ['assets/app-01234567.js', 'assets/player-01234567.js', 'assets/lists-0123_5-7.js'];

it('fetches with a page’s script those that other pages may not have loaded', () => {
  expect(scriptsBeside('assets/ActivityPage-01234567.js', shared, js)).toEqual(['assets/lists-0123_5-7.js']);
});

it('leaves the lists of the back office out of the entry, and the document’s as they are', () => {
  expect(scriptsBeside('assets/PlayersPage-01234567.js', shared, js)).toEqual([]);
  expect(scriptsBeside('assets/AdminShell-01234567.js', shared, js)).toEqual([]);
  expect(scriptsBeside('assets/app-01234567.js', shared, { hostType: 'html' })).toEqual(shared);
});
