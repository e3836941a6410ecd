import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { keepReceipts, type KeptReceipt, readReceipts } from './keptReceipts.ts';
import { ReceiptWatch } from './ReceiptWatch.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const kept = (number: number, state: KeptReceipt['state'] = 'unchecked'): KeptReceipt => ({
  gameId: 'sapreOne-202611200742',
  number,
  uid: '10000001',
  salt: '',
  leaf: '',
  place: 0,
  path: [],
  note: '',
  state,
});

it('keeps the newest receipts, one of each bet, and all that are wrong', () => {
  keepReceipts([kept(1, 'wrong')]);
  for (let number = 2; number < 130; number += 1) keepReceipts([kept(number)]);
  keepReceipts([kept(129, 'right')]);
  const receipts = readReceipts();
  expect(receipts).toHaveLength(101);
  expect(receipts[0]).toMatchObject({ number: 1, state: 'wrong' });
  expect(receipts.at(-1)).toMatchObject({ number: 129, state: 'right' });
});

it('tells what to do where a receipt does not match, and saves the receipts', async () => {
  keepReceipts([kept(1, 'right'), kept(2, 'wrong')]);
  // happy-dom would open the file in the window that the worker's other tests share.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const createObjectURL = vi.fn(() => 'blob:receipts');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: vi.fn() }));
  renderApp(<ReceiptWatch />, { link: new ScriptedServer().link });
  await screen.findByText(/do not match what was published for sapreOne-202611200742/);
  fireEvent.click(screen.getByRole('button', { name: 'Download receipts' }));
  expect(createObjectURL).toHaveBeenCalledTimes(1);
  expect(click).toHaveBeenCalledTimes(1);
  click.mockRestore();
  vi.unstubAllGlobals();
});

it('shows nothing while all is right', () => {
  keepReceipts([kept(1, 'right')]);
  renderApp(<ReceiptWatch />, { link: new ScriptedServer().link });
  expect(screen.queryByRole('button')).toBeNull();
});
