import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptReceipt as kept, OWN_UID, signIn } from '../../../tests/support/keptReceipt.ts';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { CheckedMark } from './CheckedMark.tsx';
import { keepReceipts } from './keptReceipts.ts';

beforeEach(() => {
  localStorage.clear();
  signIn();
});
afterEach(cleanup);

const gameId = 'sapreOne-202611200742';
const mark = () => screen.queryByText('Checked on this device: under the published root of its round');

it('marks the bets of a round once all of them have been checked', () => {
  keepReceipts(OWN_UID, [kept(1, 'right'), kept(2, 'unchecked'), kept(3, 'right', 'sapreOne-202611200743')]);
  renderApp(<CheckedMark gameId={gameId} bets={2} />, { link: new ScriptedServer().link });
  expect(mark()).toBeNull();
  act(() => keepReceipts(OWN_UID, [kept(2, 'wrong')]));
  expect(mark()).toBeNull();
  act(() => keepReceipts(OWN_UID, [kept(2, 'right')]));
  expect(mark()).not.toBeNull();
});

it('marks nothing where there is no bet', () => {
  renderApp(<CheckedMark gameId={gameId} bets={0} />, { link: new ScriptedServer().link });
  expect(mark()).toBeNull();
});
