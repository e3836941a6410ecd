import { ApolloLink } from '@apollo/client';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../../tests/support/renderApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { makeCache } from '../../apollo/cache.ts';
import { MayContext } from '../../features/admin/useMay.ts';
import DashboardPage from './DashboardPage.tsx';

afterEach(cleanup);

const user = userEvent.setup();

/** Answers with these stakes in rounds of 30 seconds. */
function figures(stakes: string) {
  const draws = {
    __typename: 'DrawStats',
    contests: 0,
    counts: Array(10).fill(0),
    stakes: '0.00',
    payouts: '0.00',
    returnToPlayer: null,
    returnInterval: null,
    countInterval: null,
    others: [],
  };
  const profit = ['SAPRE_HALF', 'SAPRE_ONE', 'SAPRE_THREE'].map((gameType) => ({
    __typename: 'ProfitStats',
    gameType,
    betAmount: gameType === 'SAPRE_HALF' ? stakes : '0.00',
    profit: '0.00',
  }));
  const active = {
    activeOnPlatform: 0,
    activeInBetting: 0,
    activeInSapreHalf: 0,
    activeInSapreOne: 0,
    activeInSapreThree: 0,
  };
  const admin = {
    __typename: 'Admin',
    money: null,
    moneyBefore: null,
    owed: null,
    decisionTimes: null,
    simulatedPlayers: 0,
    activePlayerStats: { __typename: 'ActivePlayerStats', ...active },
    activeBefore: { __typename: 'ActivePlayerStats', ...active },
    profitStats: profit,
    profitBefore: profit.map((row) => ({ ...row, betAmount: '1000.00' })),
    seriesHalf: [],
    seriesOne: [],
    seriesThree: [],
    drawsHalf: draws,
    drawsOne: draws,
    drawsThree: draws,
  };
  return { viewer: { __typename: 'Viewer', admin } };
}

const pending = (count: number) => {
  const sum = { __typename: 'PendingSum', count, amount: `${count}00.00` };
  const none = { ...sum, count: 0 };
  const bucket = { __typename: 'AgeBucket', label: 'Under 15 min', deposits: sum, withdrawals: none, payouts: none };
  return { viewer: { __typename: 'Viewer', admin: { __typename: 'Admin', pendingByAge: [bucket] } } };
};

/** The dashboard of a week. Each part has a server of its own, so that answers don't depend on the order. */
async function givenDashboard() {
  const [server, payments, standing] = [new ScriptedServer(), new ScriptedServer(), new ScriptedServer()];
  server.willAnswer(figures('266390.00'));
  payments.willAnswer(pending(2));
  const link = ApolloLink.split(
    ({ operationName }) => operationName?.startsWith('Pending') ?? false,
    payments.link,
    ApolloLink.split(({ operationName }) => operationName === 'DashboardPage_Query', server.link, standing.link),
  );
  const page = (
    <MayContext value={['TRANSACTION_READ_ALL']}>
      <DashboardPage />
    </MayContext>
  );
  renderApp(page, { link, at: '/?range=week', cache: makeCache() });
  await screen.findAllByText('₹2,66,390.00');
  await screen.findByText('2 (₹200)');
  return { server, payments };
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const closePopup = async () => {
  const popup = await screen.findByRole('dialog', { name: 'Message' });
  await user.click(within(popup).getByRole('button', { name: 'Close' }));
};
const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');

describe('the figures of the dashboard', () => {
  it('vanish when another range is chosen, and do not return when its fetch fails', async () => {
    const { server } = await givenDashboard();
    await press('Today');
    expect(pressed('Today')).toBe('true');
    expect(screen.queryAllByText('₹2,66,390.00')).toEqual([]);
    expect(screen.getAllByText('Loading...')).toHaveLength(2);

    server.answerLate('lost');
    await closePopup();
    expect(screen.queryAllByText('₹2,66,390.00')).toEqual([]);
    server.willAnswer(figures('122550.00'));
    await press('Retry');
    await screen.findAllByText('₹1,22,550.00');
  });

  it('stay under their own instants while they are refreshed, and are marked when that fails', async () => {
    const { server } = await givenDashboard();
    const label = () => screen.getByText(/^\d.* to \d\d-\d\d-\d\d \d\d:\d\d [ap]m$/).textContent;
    const before = label();
    await press('Refresh the figures');
    expect(screen.getAllByText('₹2,66,390.00')).not.toEqual([]);
    expect(label()).toBe(before);

    server.answerLate('lost');
    await closePopup();
    expect(label()).toBe(before);
    const until = before?.split(' to ')[1];
    expect(screen.getByText(new RegExp(`The figures below end at ${until}`))).toBeDefined();
  });

  it('of pending payments follow every decision', async () => {
    const { payments } = await givenDashboard();
    payments.willAnswer(pending(1));
    payments.send(decided);
    await screen.findByText('1 (₹100)');
  });

  it('of pending payments go when they cannot be fetched again', async () => {
    const { payments } = await givenDashboard();
    payments.willAnswer('lost');
    payments.send(decided);
    await screen.findByRole('button', { name: 'Retry' });
    expect(screen.queryByText('2 (₹200)')).toBeNull();
  });
});

const decided = { transactionChanged: { __typename: 'Transaction', id: 'a', status: 'SUCCESS' } };
