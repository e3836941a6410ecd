import { ApolloClient, InMemoryCache } from '@apollo/client';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { largeRound } from '../../../tests/support/largeRound.ts';
import { keptReceipt as kept, OWN_UID, signIn } from '../../../tests/support/keptReceipt.ts';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { clearSession } from '../../apollo/sessionStore.ts';
import { CheckedMark } from './CheckedMark.tsx';
import { fetchReceipts } from './fetchReceipts.ts';
import { forgetReceipts, keepReceipts, readReceipts } from './keptReceipts.ts';
import { checkReceipts } from './receiptCheck.ts';
import { ReceiptWatch } from './ReceiptWatch.tsx';
import { WalletEvidence } from './WalletEvidence.tsx';

beforeEach(() => {
  localStorage.clear();
  signIn();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps the newest receipts, one of each bet, and all that are wrong', () => {
  keepReceipts(OWN_UID, [kept(1, 'wrong')]);
  for (let number = 2; number < 130; number += 1) keepReceipts(OWN_UID, [kept(number)]);
  keepReceipts(OWN_UID, [kept(129, 'right')]);
  const receipts = readReceipts();
  expect(receipts).toHaveLength(101);
  expect(receipts[0]).toMatchObject({ number: 1, state: 'wrong' });
  expect(receipts.at(-1)).toMatchObject({ number: 129, state: 'right' });
});

it('tells what to do where a receipt does not match, and saves the receipts', async () => {
  keepReceipts(OWN_UID, [kept(1, 'right'), kept(2, 'wrong')]);
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
  keepReceipts(OWN_UID, [kept(1, 'right')]);
  renderApp(<ReceiptWatch />, { link: new ScriptedServer().link });
  expect(screen.queryByRole('button')).toBeNull();
});

describe('on a device that several players use', () => {
  const [other, gameId] = ['10000002', 'sapreOne-202611200742'];

  it('keeps the receipts when the session ends, for the next time', () => {
    keepReceipts(OWN_UID, [kept(1, 'wrong'), kept(2)]);
    clearSession();
    expect(readReceipts()).toEqual([]);
    signIn();
    expect(readReceipts()).toMatchObject([{ number: 1, state: 'wrong' }, { number: 2 }]);
  });

  it('deletes them with the account', () => {
    keepReceipts(OWN_UID, [kept(1)]);
    forgetReceipts();
    expect(readReceipts()).toEqual([]);
  });

  it('shows and checks none of another player', async () => {
    keepReceipts(OWN_UID, [kept(1, 'wrong'), kept(2)]);
    const server = new ScriptedServer();
    renderApp(
      <>
        <ReceiptWatch />
        <WalletEvidence />
        <CheckedMark gameId={gameId} bets={1} />
      </>,
      { link: server.link },
    );
    await screen.findByText(/do not match/);
    vi.stubGlobal('fetch', vi.fn());
    act(() => signIn(other));
    expect(screen.queryByText(/do not match/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download receipts' })).toBeNull();
    await checkReceipts(clientOf(server));
    expect(fetch).not.toHaveBeenCalled();
    act(() => signIn());
    expect(screen.queryByText(/do not match/)).not.toBeNull();
  });

  it('judges nothing by an answer that came once another had signed in', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('key\n')));
    keepReceipts(OWN_UID, [kept(1)]);
    const server = new ScriptedServer();
    const checked = checkReceipts(clientOf(server));
    await vi.waitFor(() => expect(server.sent).toHaveLength(1));
    signIn(other);
    const contest = { id: 'c', state: 'SETTLED', decidedBy: 'DRAW', betsRoot: '00', betCount: 9_999 };
    server.answerLate({ viewer: { betsIn: [] }, contest });
    await vi.waitFor(() => expect(server.sent).toHaveLength(2));
    server.answerLate({ viewer: { betPaths: [] } });
    await checked;
    expect(readReceipts()).toEqual([]);
    signIn();
    expect(readReceipts()).toMatchObject([{ number: 1, state: 'unchecked' }]);
  });

  it('puts no receipt that came once another had signed in among theirs', async () => {
    const server = new ScriptedServer();
    const fetched = fetchReceipts(clientOf(server));
    await vi.waitFor(() => expect(server.sent).toHaveLength(1));
    signIn(other);
    server.answerLate(betsWith(encodedReceipt(OWN_UID)));
    await fetched;
    expect(readReceipts()).toEqual([]);
    signIn();
    expect(readReceipts()).toMatchObject([{ number: 7, uid: OWN_UID }]);
  });

  it('on a second device keeps the receipts that the server issues again, and warns of nothing', async () => {
    const server = new ScriptedServer();
    server.willAnswer(betsWith(encodedReceipt(OWN_UID), null, encodedReceipt(other)));
    renderApp(<ReceiptWatch />, { link: server.link });
    await fetchReceipts(clientOf(server));
    expect(readReceipts()).toMatchObject([{ number: 7, state: 'unchecked', path: ['aa', 'bb'] }]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('never replaces a receipt that does not match by one that the server issues again', async () => {
    keepReceipts(OWN_UID, [kept(7, 'wrong')]);
    const server = new ScriptedServer();
    server.willAnswer(betsWith(encodedReceipt(OWN_UID)));
    await fetchReceipts(clientOf(server));
    expect(readReceipts()).toMatchObject([{ number: 7, state: 'wrong', path: [] }]);
  });

  const clientOf = ({ link }: ScriptedServer) => new ApolloClient({ link, cache: new InMemoryCache() });
  const encodedReceipt = (uid: string) =>
    `colour-receipt/1 ${gameId} 7 ${uid} salt leaf 1 aa,bb colour-receipts/1 name 4 root time ${gameId} signature`;
  const betsWith = (...receipts: (string | null)[]) => {
    const bets = receipts.map((encoded, at) => ({
      id: `b${at}`,
      receipt: encoded === null ? null : { encoded },
    }));
    return { viewer: { activeGames: [{ contest: { id: 'c', viewer: { bets } } }] } };
  };
});

it('checks the other rounds where one can’t be had', async () => {
  keepReceipts(OWN_UID, [kept(1), kept(2, 'unchecked', 'sapreOne-202611200743')]);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('key\n')));
  const server = new ScriptedServer();
  const contest = { id: 'c', state: 'VOID', decidedBy: 'DRAW', betsRoot: null, betCount: null };
  server.willAnswer('lost', { viewer: { betsIn: [] }, contest });
  const client = new ApolloClient({ link: server.link, cache: new InMemoryCache() });
  await expect(checkReceipts(client)).rejects.toThrow();
  expect(server.sent).toHaveLength(2);
  expect(readReceipts().map(({ state }) => state)).toContain('wrong');
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
    keepReceipts(OWN_UID, [{ ...receipt, state: 'unchecked' }]);
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
    keepReceipts(OWN_UID, [{ ...receipt, state: 'unchecked' }]);
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
