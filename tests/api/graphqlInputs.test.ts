import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenAdmin, givenPlayer, type Person } from '../support/world/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('what the API takes', () => {
  let server: TestServer;
  let player: Person;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer();
    player = await givenPlayer(server, { rupees: 1_000 });
    admin = await givenAdmin(server);
    for (let rounds = 0; rounds < 25; rounds += 1) {
      server.clock.advance(30_000);
      await server.contestClock.idle();
    }
  });
  afterAll(() => server.stop());

  async function send(query: string, variables: Record<string, unknown> = {}, { accessToken } = player) {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as {
      // oxlint-disable-next-line typescript/no-explicit-any
      data?: any;
      errors?: { message: string; extensions: Record<string, unknown> }[];
    };
  }

  describe('money', () => {
    const withdraw = `mutation ($amount: Money!) {
      requestWithdrawal(input: { amount: $amount, upiId: "asha@upi" }) {
        __typename ... on InvalidInput { field detail } ... on InsufficientFunds { available }
        ... on RequestWithdrawalPayload { transaction { amount } wallet { available held } }
      }
    }`;

    it.each([
      '1.234',
      '1,000',
      '1e3',
      ' 1',
      '',
      '.5',
      '1.',
      '0x10',
      '१',
      'NaN',
      '12345678901234567',
      5,
      5.5,
      true,
      {},
      ['1'],
    ])('refuses the form %j as it refuses an amount that is too large, naming the field', async (amount) => {
      const { data, errors } = await send(withdraw, { amount });
      expect(errors).toBeUndefined();
      expect(data.requestWithdrawal).toEqual({
        __typename: 'InvalidInput',
        field: 'amount',
        detail: expect.stringMatching(/^amount must (be a decimal string in rupees, such|have at most two decimals)/),
      });
    });

    it.each(['0', '0.00', '-1', '10000000.01'])('refuses the amount %s, naming the field', async (amount) => {
      const { data } = await send(withdraw, { amount });
      expect(data.requestWithdrawal).toMatchObject({ __typename: 'InvalidInput', field: 'amount' });
    });

    it.each(['"10.005"', '10.005', '"-5"', '{ rupees: 5 }', '[5]'])(
      'refuses the literal %s in the same way',
      async (amount) => {
        const { data, errors } = await send(
          `mutation { requestWithdrawal(input: { amount: ${amount}, upiId: "a@b" }) { ... on InvalidInput { field } } }`,
        );
        expect(errors).toBeUndefined();
        expect(data).toEqual({ requestWithdrawal: { field: 'amount' } });
      },
    );

    it('refuses who may not do it before it reads the amount', async () => {
      const { errors } = await send(withdraw, { amount: '1.999' }, admin);
      expect(errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
    });

    it('refuses it in a filter with an error at the field, beside the fields that are right', async () => {
      const { data, errors } = await send(
        `{ viewer { admin { roles transactionTotals(filter: { minAmount: "1.999" }) { __typename } } } }`,
        {},
        admin,
      );
      expect(errors).toMatchObject([
        {
          path: ['viewer', 'admin', 'transactionTotals'],
          extensions: { code: 'INVALID_INPUT', field: 'filter.minAmount' },
        },
      ]);
      expect(data).toBeDefined();
    });

    it('is exact to the paisa both ways', async () => {
      const { data } = await send(withdraw, { amount: '1.1' });
      expect(data.requestWithdrawal).toMatchObject({
        transaction: { amount: '1.10' },
        wallet: { available: '998.90', held: '1.10' },
      });
      const short = await send(withdraw, { amount: '998.91' });
      expect(short.data.requestWithdrawal).toEqual({ __typename: 'InsufficientFunds', available: '998.90' });
    });
  });

  describe('refusals', () => {
    it('are members of the answer, each with what a screen needs', async () => {
      const { data, errors } = await send(
        `mutation ($payee: ID!) {
          broke: placeBet(input: { gameId: "${await runningGame()}", selection: { number: 1 }, amount: "100000" }) {
            __typename ... on DomainError { code message } ... on InsufficientFunds { available }
          }
          unknown: requestDeposit(input: { amount: "5", reference: "ABCD1234", payeeId: $payee }) {
            __typename ... on DomainError { code message }
          }
          wrong: updateProfile(input: { name: "" }) { __typename ... on InvalidInput { code field detail } }
        }`,
        { payee: 'nothing' },
      );
      expect(errors).toBeUndefined();
      expect(data).toEqual({
        broke: {
          __typename: 'InsufficientFunds',
          code: 'INSUFFICIENT_FUNDS',
          message: 'Insufficient Balance. Can-not place bet',
          available: '998.90',
        },
        unknown: { __typename: 'Refusal', code: 'NOT_FOUND', message: 'There is no such payee.' },
        wrong: { __typename: 'InvalidInput', code: 'INVALID_INPUT', field: 'name', detail: expect.any(String) },
      });
    });

    it('show the contest that is closed, and the transaction that another admin has decided', async () => {
      const game = await runningGame();
      server.clock.advance(25_000 - (server.clock.now() % 30_000));
      await server.contestClock.idle();
      const late = await send(
        `mutation { placeBet(input: { gameId: "${game}", selection: { color: VIOLET }, amount: "1" }) {
          __typename ... on BettingClosed { message contest { gameId state } }
        } }`,
      );
      expect(late.data.placeBet).toEqual({
        __typename: 'BettingClosed',
        message: 'Betting is closed for this round',
        contest: { gameId: game, state: 'CLOSED' },
      });
      server.clock.advance(5_000);
      await server.contestClock.idle();

      const { transaction } = await player.perform(
        'requestWithdrawal',
        { amount: '1', upiId: 'asha@upi' },
        'transaction { id }',
      );
      const decide = `mutation ($id: ID!) { decideTransaction(input: { transactionId: $id, decision: DENY, message: "No" }) {
        __typename ... on AlreadyDecided { code transaction { status message decidedBy { email } } }
      } }`;
      expect((await send(decide, { id: transaction.id }, admin)).data.decideTransaction.__typename).toBe(
        'DecideTransactionPayload',
      );
      expect((await send(decide, { id: transaction.id }, admin)).data.decideTransaction).toEqual({
        __typename: 'AlreadyDecided',
        code: 'ALREADY_DECIDED',
        transaction: { status: 'FAILED', message: 'No', decidedBy: { email: admin.email } },
      });
      const denyAll = `mutation ($ids: [ID!]!) {
        denyTransactions(input: { transactionIds: $ids, denialReason: OTHER, message: "No" }) {
          ... on DenyTransactionsPayload { denials { denied refusal {
            __typename code message ... on AlreadyDecided { transaction { id } }
          } } }
        }
      }`;
      const { data, errors } = await send(denyAll, { ids: [transaction.id] }, admin);
      expect(errors).toBeUndefined();
      expect(data.denyTransactions.denials).toEqual([
        {
          denied: false,
          refusal: {
            __typename: 'AlreadyDecided',
            code: 'ALREADY_DECIDED',
            message: expect.any(String),
            transaction: { id: transaction.id },
          },
        },
      ]);
    });
  });

  it('the same key gives the first answer again, balance included, and moves nothing', async () => {
    const bet = `mutation ($amount: Money!) { placeBet(input: { gameId: "${await runningGame()}", selection: { number: 5 }, amount: $amount, idempotencyKey: "one" }) {
      __typename ... on Refusal { code } ... on PlaceBetPayload { bet { id } wallet { available } }
    } }`;
    const first = await send(bet, { amount: '10' });
    await send(bet.replace('"one"', '"two"'), { amount: '10' });
    const again = await send(bet, { amount: '10' });
    expect(again).toEqual(first);
    expect((await send(bet, { amount: '11' })).data.placeBet).toEqual({
      __typename: 'Refusal',
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('an answer never shows what was true before a change in the same request', async () => {
    const game = await runningGame();
    const bet = (name: string) =>
      `${name}: placeBet(input: { gameId: "${game}", selection: { number: 2 }, amount: "1" }) {
        ... on PlaceBetPayload { contest { viewer { betAmount } } wallet { available held } }
      }`;
    const { data } = await send(`mutation { ${bet('first')} ${bet('second')} }`);
    const [first, second] = [data.first, data.second];
    expect(Number(second.contest.viewer.betAmount) - Number(first.contest.viewer.betAmount)).toBe(1);
    expect(Number(first.wallet.available) - Number(second.wallet.available)).toBeCloseTo(1);
  });

  describe('ids', () => {
    it.each(['', 'nothing', 'A'.repeat(22), '../../etc', '0', 'VXNlcjox', '\u0000'])('%j is invalid', async (id) => {
      const { data, errors } = await send('query ($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id } }', { id });
      expect(errors).toBeUndefined();
      expect(data).toEqual({ node: null, nodes: [null] });
    });

    it('are not taken for those of other types', async () => {
      const { viewer } = await player.execute('{ viewer { user { id } wallet { id } } }');
      expect(viewer.user.id).not.toBe(viewer.wallet.id);
      const { data } = await send(
        `mutation ($id: ID!) { cancelWithdrawal(input: { transactionId: $id }) { ... on Refusal { code } } }`,
        { id: viewer.user.id },
      );
      expect(data.cancelWithdrawal).toEqual({ code: 'NOT_FOUND' });
    });

    it('reveal nothing that could be counted', async () => {
      const { data } = await send('{ contests(gameType: SAPRE_HALF, first: 5) { edges { node { id } } } }');
      const ids: string[] = data.contests.edges.map((edge: { node: { id: string } }) => edge.node.id);
      expect(new Set(ids).size).toBe(5);
      for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
    });
  });

  describe('instants', () => {
    it.each(['yesterday', '2026-11-20', '2026-11-20T10:00:00', '2026-13-01T00:00:00Z', 5])(
      'refuses %j',
      async (from) => {
        const { errors } = await send(
          'query ($from: DateTime!) { viewer { admin { profitStats(from: $from, to: $from) { profit } } } }',
          { from },
          admin,
        );
        expect(errors?.[0]?.message).toMatch(/^from must be ISO 8601 with a time zone/);
        expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'from' });
      },
    );

    it('takes any zone', async () => {
      const { errors } = await send(
        'query ($from: DateTime!) { viewer { admin { profitStats(from: $from, to: "2026-11-20T23:00:00Z") { profit } } } }',
        { from: '2026-11-20T05:30:00+05:30' },
        admin,
      );
      expect(errors).toBeUndefined();
    });
  });

  describe('days and months', () => {
    const statement =
      'query ($from: Date!, $to: Date!) { viewer { statement(range: { from: $from, to: $to }) { opening } } }';

    it.each(['2026-02-30', '2026-13-01', '2026-1-1', '20261120', 'today', '', 5])('%j is no day', async (to) => {
      const { errors } = await send(statement, { from: '2026-11-01', to });
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'range.to' });
    });

    it('are taken where they are some', async () => {
      expect((await send(statement, { from: '2026-11-01', to: '2026-11-30' })).errors).toBeUndefined();
    });

    it.each(['2026-13', '2026-00', '2026-1', '2026', '2026-11-20', '', 11])('%j is no month', async (month) => {
      const query = 'query ($month: YearMonth!) { settingsChanges(month: $month) { at } }';
      const { errors } = await send(query, { month });
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'month' });
    });
  });

  describe('pages', () => {
    const list = `query ($first: Int, $last: Int, $after: String, $before: String) {
      contests(gameType: SAPRE_HALF, first: $first, last: $last, after: $after, before: $before) {
        totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { node { number } }
      }
    }`;
    const numbers = (data: { contests: { edges: { node: { number: number } }[] } }) =>
      data.contests.edges.map(({ node }) => node.number);

    it('walk a list forwards and backwards without gaps or repetitions', async () => {
      const { data: whole } = await send(list, { first: 100 });
      const total: number = whole.contests.totalCount;
      expect(numbers(whole)).toEqual(Array.from({ length: total }, (_, at) => total - at));

      const forwards: number[] = [];
      for (let after: string | null = null; ;) {
        const { data } = await send(list, { first: 7, after });
        forwards.push(...numbers(data));
        if (!data.contests.pageInfo.hasNextPage) break;
        after = data.contests.pageInfo.endCursor;
      }
      expect(forwards).toEqual(numbers(whole));

      const backwards: number[] = [];
      for (let before: string | null = null; ;) {
        const { data } = await send(list, { last: 7, before });
        backwards.unshift(...numbers(data));
        if (!data.contests.pageInfo.hasPreviousPage) break;
        before = data.contests.pageInfo.startCursor;
      }
      expect(backwards).toEqual(numbers(whole));
    });

    it('have ten rows by default', async () => {
      const { data } = await send(list);
      expect(numbers(data)).toHaveLength(10);
    });

    it.each([
      [{ first: 0 }, 'first'],
      [{ first: 101 }, 'first'],
      [{ last: -1 }, 'last'],
      [{ first: 1, last: 1 }, 'last'],
      [{ after: 'nothing' }, 'after'],
      [{ before: '' }, 'before'],
    ])('refuse %j, naming the argument', async (variables, field) => {
      const { errors } = await send(list, variables);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field });
    });

    it('refuse a cursor of another list', async () => {
      const { data } = await send('{ viewer { notifications(first: 1) { pageInfo { endCursor } } } }');
      const { errors } = await send('query ($after: String) { viewer { bets(after: $after) { edges { cursor } } } }', {
        after: data.viewer.notifications.pageInfo.endCursor,
      });
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'after' });
    });

    it('of wallet history walk over contests, deposits and withdrawals alike', async () => {
      await player.execute(
        `mutation { placeBet(input: { gameId: "${await runningGame()}", selection: { number: 9 }, amount: "1" }) { __typename } }`,
      );
      server.clock.advance(30_000);
      await server.contestClock.idle();
      const page = `query ($first: Int, $after: String) { viewer { walletHistory(first: $first, after: $after) {
        pageInfo { hasNextPage endCursor } edges { cursor node { __typename } }
      } } }`;
      const { data: whole } = await send(page, { first: 100 });
      const expected = whole.viewer.walletHistory.edges;
      expect(new Set(expected.map((edge: { node: { __typename: string } }) => edge.node.__typename))).toEqual(
        new Set(['ContestResult', 'Transaction']),
      );
      const walked: unknown[] = [];
      for (let after: string | null = null; ;) {
        const { data } = await send(page, { first: 1, after });
        walked.push(...data.viewer.walletHistory.edges);
        if (!data.viewer.walletHistory.pageInfo.hasNextPage) break;
        after = data.viewer.walletHistory.pageInfo.endCursor;
      }
      expect(walked).toEqual(expected);
    });
  });

  it('server-sent events carry the same as sockets, and end with the session', async () => {
    const visitor = await givenPlayer(server);
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: `Bearer ${visitor.accessToken}`,
      },
      body: JSON.stringify({ query: 'subscription { countdown(gameType: SAPRE_HALF) { secondsLeft } }' }),
    });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    const until = async (text: string) => {
      while (!received.includes(text)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`ended after ${received}`);
        received += value;
      }
    };
    await until('"secondsLeft"');
    // At once: the clock stands still, so that no event comes.
    await visitor.perform('logout', { refreshToken: visitor.refreshToken }, 'ok');
    await until('event: complete');
    await reader.cancel();
  });

  async function runningGame(): Promise<string> {
    const { activeContest } = await server.execute('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
    return activeContest.gameId;
  }
});
