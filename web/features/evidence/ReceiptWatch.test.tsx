import { ApolloClient, InMemoryCache } from '@apollo/client';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { largeRound } from '../../../tests/support/largeRound.ts';
import { keptReceipt as kept } from '../../../tests/support/keptReceipt.ts';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { keepReceipts, readReceipts } from './keptReceipts.ts';
import { checkReceipts } from './receiptCheck.ts';
import { ReceiptWatch } from './ReceiptWatch.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
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
});

it('shows nothing while all is right', () => {
  keepReceipts([kept(1, 'right')]);
  renderApp(<ReceiptWatch />, { link: new ScriptedServer().link });
  expect(screen.queryByRole('button')).toBeNull();
});

describe('in a round of more than 2,000 bets', () => {
  const { betsRoot, betCount, receipt, vkey, path } = largeRound();
  const contest = { id: 'c', state: 'SETTLED', decidedBy: 'DRAW', betsRoot, betCount };
  const own = { id: 'b', number: receipt.number, cancelledByPlayer: false };
  type Path = typeof path;

  /** Lets the interval pass after which the round is looked at; the server's answer has these paths. */
  async function checksWith(paths: readonly Path[]): Promise<ScriptedServer> {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const fetched = vi.fn((_url: string) => Promise.resolve(new Response(`${vkey}\n`)));
    vi.stubGlobal('fetch', fetched);
    keepReceipts([{ ...receipt, state: 'unchecked' }]);
    const server = new ScriptedServer();
    server.willAnswer({ viewer: { betsIn: [own] }, contest }, { viewer: { betPaths: paths } });
    renderApp(<ReceiptWatch />, { link: server.link });
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(server.sent).toHaveLength(2), { timeout: 10_000 });
    // The list of all bets is not fetched.
    expect(fetched.mock.calls).toEqual([['/transparency/receipt-keys']]);
    return server;
  }

  it('checks the own bet by its path to the root', async () => {
    const { sent } = await checksWith([path]);
    await vi.waitFor(() => expect(readReceipts()).toMatchObject([{ number: 1_701, state: 'right' }]));
    expect(sent[1]).toEqual({ gameId: receipt.gameId, numbers: [1_701] });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each<[string, Path[]]>([
    ['leads elsewhere', [{ ...path, path: path.path.toReversed() }]],
    ['is that of another place', [{ ...path, place: path.place - 1 }]],
    ['is missing', []],
    ['is of another bet', [{ ...path, number: path.number + 1 }]],
  ])('tells what to do where the path %s', async (_what, paths) => {
    await checksWith(paths);
    await screen.findByText(/do not match what was published for sapreOne-202611200742/);
    expect(readReceipts()).toMatchObject([{ state: 'wrong' }]);
  });

  /** The state of the receipt after one check of a server with these answers. */
  async function checked(bet: object, round: object, betPaths: readonly Path[] | null) {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(`${vkey}\n`)));
    keepReceipts([{ ...receipt, state: 'unchecked' }]);
    const server = new ScriptedServer();
    server.willAnswer({ viewer: { betsIn: [bet] }, contest: round }, { viewer: { betPaths } });
    await checkReceipts(new ApolloClient({ link: server.link, cache: new InMemoryCache() }));
    expect(server.sent).toHaveLength(2);
    return readReceipts().map(({ state }) => state);
  }

  it('tries again later where the server has no paths', async () => {
    expect(await checked(own, contest, null)).toEqual(['unchecked']);
  });

  const calledOff = { ...own, cancelledByPlayer: true };
  const ofOperator = { ...contest, decidedBy: 'OPERATOR' };

  it.each([
    ['a paid round', ofOperator],
    ['a round that became void later', { ...ofOperator, state: 'VOID', betCount: null }],
  ])('does not expect a bet that the player called off under the root of %s', async (_which, round) => {
    expect(await checked(calledOff, round, [])).toEqual(['over']);
  });

  it('expects one that was refunded because the round became void under its root', async () => {
    const round = { ...ofOperator, state: 'VOID', betCount: null };
    expect(await checked(own, round, [path])).toEqual(['right']);
    expect(await checked(own, round, [])).toEqual(['wrong']);
  });

  it('does not believe that a bet was called off in a round that no operator had marked', async () => {
    expect(await checked(calledOff, contest, [])).toEqual(['wrong']);
  });
});
