import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { givenAdmin, givenPlayer, type Person, rowIdOf } from '../support/world/people.ts';
import { listenAt, type Subscription, type Listener } from '../support/listen.ts';
import { expectLockWait, holdLocks } from '../support/contestLocks.ts';
import { rawSocket } from '../support/rawSocket.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { tamper } from '../support/tamper.ts';

const CONTEST =
  'subscription ($game: GameType!) { contestChanged(gameType: $game) { phase contest { gameId state } } }';

const HELD = `subscription {
  contestChanged(gameType: SAPRE_HALF) { phase contest { heldUntil operator { overrideNumber } } }
}`;

it('a socket of a server that stops is closed with 1012, after which clients connect again', async () => {
  const stopping = await startTestServer();
  const one = await rawSocket(stopping.url, {});
  await one.came('connection_ack');
  await stopping.stop();
  expect(await one.closed).toBe(1012);
});

describe('GraphQL over sockets', () => {
  let server: TestServer;
  let player: Person;
  let admin: Person;
  const open: Listener[] = [];
  beforeAll(async () => {
    server = await startTestServer({ env: { METRICS_PORT: '0' } });
    player = await givenPlayer(server, { rupees: 1_000 });
    admin = await givenAdmin(server);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((listener) => listener.close()));
    await expect.poll(subscribers).toBe(0);
  });
  afterAll(() => server.stop());

  function listener(person?: Person): Listener {
    const one = listenAt(server.url, person?.accessToken);
    open.push(one);
    return one;
  }

  const advance = async (ms: number) => {
    server.clock.advance(ms);
    await server.contestClock.idle();
  };
  /** Waits for the start of the next round of 30 s. */
  const nextRound = () => advance(30_000 - (server.clock.now() % 30_000));

  async function runningGame(gameType: string): Promise<string> {
    const { activeContest } = await server.execute(`{ activeContest(gameType: ${gameType}) { gameId } }`);
    return activeContest.gameId;
  }

  async function bet(person: Person, gameId: string): Promise<void> {
    const { placeBet } = await person.execute(
      `mutation ($gameId: String!) { placeBet(input: { gameId: $gameId, selection: { color: RED }, amount: "10" }) { __typename } }`,
      { gameId },
    );
    expect(placeBet.__typename).toBe('PlaceBetPayload');
  }

  describe('contestChanged', () => {
    it('sends all subscribers the state of the round at once, then every change', async () => {
      await nextRound();
      const heard = listener().listen(CONTEST, { game: 'SAPRE_HALF' });
      const { contestChanged } = await heard.next();
      expect(contestChanged).toMatchObject({ phase: 'OPENED', contest: { state: 'OPEN' } });
      await advance(25_000);
      expect((await heard.next())['contestChanged']).toMatchObject({
        phase: 'CLOSED',
        contest: contestChanged.contest.gameId && { gameId: contestChanged.contest.gameId },
      });
      await advance(5_000);
      const phases = [await heard.next(), await heard.next(), await heard.next()].map(
        (event) => event['contestChanged'].phase,
      );
      expect(new Set(phases)).toEqual(new Set(['DECIDED', 'OPENED', 'SETTLED']));
    });

    it('sends the state to a newcomer of a running stream too, and only once', async () => {
      await nextRound();
      const [first, second] = [listener(), listener()];
      const one = first.listen(CONTEST, { game: 'SAPRE_HALF' });
      await one.next();
      const other = second.listen(CONTEST, { game: 'SAPRE_HALF' });
      expect((await other.next())['contestChanged'].phase).toBe('OPENED');
      await advance(25_000);
      expect((await one.next())['contestChanged'].phase).toBe('CLOSED');
      expect((await other.next())['contestChanged'].phase).toBe('CLOSED');
      expect(one.events).toHaveLength(2);
      expect(other.events).toHaveLength(2);
    });

    it('reports that a proposed number holds the round, and that an operator has marked it', async () => {
      const needs = (paise: number | null) =>
        tamper(server.database, `update second_admin_thresholds set from_amount = ${paise} where kind = 'override'`);
      await nextRound();
      const watched = listener().listen(HELD);
      await watched.next();
      await needs(0);
      const input = { gameId: await runningGame('SAPRE_HALF'), number: 3, reason: 'set by a test' };
      const proposed = 'contest { heldUntil operator { overrideProposal { id number } } }';
      const { heldUntil, operator } = (await admin.perform('overrideContest', input, proposed)).contest;
      expect(operator.overrideProposal.number).toBe(3);
      const held = { heldUntil, operator: null };
      expect((await watched.next())['contestChanged']).toEqual({ phase: 'HELD', contest: held });
      const decline = 'mutation ($input: DeclineProposalInput!) { declineProposal(input: $input) { __typename } }';
      await admin.execute(decline, { input: { proposalId: operator.overrideProposal.id } });
      const released = { ...held, heldUntil: null };
      expect((await watched.next())['contestChanged']).toEqual({ phase: 'RELEASED', contest: released });
      await needs(null);

      const heard = listener().listen(CONTEST, { game: 'SAPRE_HALF' });
      const { contestChanged } = await heard.next();
      await admin.perform(
        'overrideContest',
        { gameId: contestChanged.contest.gameId, number: 3, reason: 'set by a test' },
        'contest { operator { overrideNumber } }',
      );
      expect((await heard.next())['contestChanged'].phase).toBe('OPERATOR_MARKED');
      const late = listener().listen(CONTEST, { game: 'SAPRE_HALF' });
      expect((await late.next())['contestChanged'].phase).toBe('OPERATOR_MARKED');
    });

    it('gives what is personal to its own player only', async () => {
      await nextRound();
      const gameId = await runningGame('SAPRE_HALF');
      await bet(player, gameId);
      const query = 'subscription { contestChanged(gameType: SAPRE_HALF) { contest { gameId viewer { betAmount } } } }';
      const [own, otherPlayers] = [listener(player).listen(query), listener().listen(query)];
      expect((await own.next())['contestChanged'].contest.viewer.betAmount).toBe('10.00');
      expect((await otherPlayers.next())['contestChanged'].contest.viewer).toBeNull();
    });
  });

  it('countdown ticks with every second of the clock', async () => {
    await nextRound();
    const heard = listener().listen(
      'subscription { countdown(gameType: SAPRE_HALF) { secondsLeft bettingSecondsLeft } }',
    );
    expect((await heard.next())['countdown']).toEqual({ secondsLeft: 30, bettingSecondsLeft: 25 });
    await advance(1_000);
    expect((await heard.next())['countdown']).toEqual({ secondsLeft: 29, bettingSecondsLeft: 24 });
    await advance(26_000);
    expect((await heard.next())['countdown']).toEqual({ secondsLeft: 3, bettingSecondsLeft: 0 });
  });

  describe('what is personal', () => {
    it('walletChanged notifies the player of each change, and no others', async () => {
      await nextRound();
      const other = await givenPlayer(server, { rupees: 100 });
      const query = 'subscription { walletChanged { available held } }';
      const [own, otherPlayers] = [listener(player).listen(query), listener(other).listen(query)];
      await settled(own, otherPlayers);
      const { viewer } = await player.execute('{ viewer { wallet { available } } }');
      await bet(player, await runningGame('SAPRE_HALF'));
      expect((await own.next())['walletChanged'].available).toBe((Number(viewer.wallet.available) - 10).toFixed(2));
      expect(otherPlayers.events).toEqual([]);
    });

    it('transactionChanged notifies a player of their own, and admins of all', async () => {
      const other = await givenPlayer(server);
      const query = 'subscription { transactionChanged { id status player { uid } } }';
      const heard = [listener(player), listener(other), listener(admin)].map((one) => one.listen(query));
      const [own, otherPlayers, all] = heard as [(typeof heard)[0], (typeof heard)[0], (typeof heard)[0]];
      await settled(...heard);
      const { transaction } = await player.perform(
        'requestWithdrawal',
        { amount: '20', upiId: 'asha@upi' },
        'transaction { id }',
      );
      const event = { id: transaction.id, status: 'PENDING', player: { uid: player.uid } };
      expect((await own.next())['transactionChanged']).toEqual(event);
      expect((await all.next())['transactionChanged']).toEqual(event);
      expect(otherPlayers.events).toEqual([]);
    });

    it('memberChanged follows one player’s bets, requests, tickets and status, for admins', async () => {
      const watched = await givenPlayer(server, { rupees: 100 });
      const { viewer } = await admin.execute(
        `{ viewer { admin { member(uid: "${watched.uid}") { id user { id } } } } }`,
      );
      const { id, user } = viewer.admin.member;
      const query =
        'subscription ($id: ID!) { memberChanged(memberId: $id) { id status wallet { available held } tickets(first: 1) { edges { node { id } } } } }';
      const heard = listener(admin).listen(query, { id });
      await settled(heard);
      const next = async () => (await heard.next())['memberChanged'];
      const gameId = await runningGame('SAPRE_THREE');
      await bet(player, gameId);
      await bet(watched, gameId);
      expect(await next()).toMatchObject({ id, wallet: { available: '90.00' } });
      await watched.perform('requestWithdrawal', { amount: '20', upiId: 'asha@upi' }, 'transaction { id }');
      expect((await next()).wallet).toEqual({ available: '70.00', held: '20.00' });
      await watched.perform(
        'raiseTicket',
        { ticketType: 'UPI_PAYMENT_STUCK', description: 'It hangs.' },
        'ticket { id }',
      );
      await expect.poll(() => heard.events.at(-1)?.['memberChanged'].tickets.edges).toHaveLength(1);
      await admin.perform('deactivateUser', { userId: user.id, reason: 'Asked for by a test' }, 'member { id }');
      await expect.poll(() => heard.events.at(-1)?.['memberChanged'].status).toBe('DEACTIVATED');
      await admin.perform('reactivateUser', { userId: user.id, reason: 'Asked for by a test' }, 'member { id }');
      await expect.poll(() => heard.events.at(-1)?.['memberChanged'].status).toBe('ACTIVE');
      const refused = listener(player).listen(query, { id });
      expect((await refused.next())['errors']?.[0]?.extensions?.code).toBe('FORBIDDEN');
    });

    it('ticketChanged and notificationAdded follow a chat both ways', async () => {
      const { ticket } = await player.perform(
        'raiseTicket',
        { ticketType: 'UPI_PAYMENT_STUCK', description: 'It hangs.' },
        'ticket { id }',
      );
      const own = listener(player).listen(
        'subscription ($id: ID) { ticketChanged(ticketId: $id) { status messages(last: 1) { edges { node { message mine } } } } }',
        { id: ticket.id },
      );
      const told = listener(player).listen('subscription { notificationAdded { kind title } }');
      const all = listener(admin).listen('subscription { ticketChanged { id } }');
      await settled(own, told, all);
      await admin.perform(
        'sendTicketMessage',
        { ticketId: ticket.id, message: 'We look into it.' },
        'ticketMessage { id }',
      );
      expect((await own.next())['ticketChanged'].messages.edges).toEqual([
        { node: { message: 'We look into it.', mine: false } },
      ]);
      expect((await told.next())['notificationAdded'].kind).toBe('TICKET_ANSWERED');
      expect((await all.next())['ticketChanged'].id).toBe(ticket.id);
    });

    it('ticketChanged tells admins alone what support does among themselves', async () => {
      const raised = { ticketType: 'UPI_PAYMENT_STUCK', description: 'It hangs.' };
      const { ticket } = await player.perform('raiseTicket', raised, 'ticket { id }');
      const query = 'subscription { ticketChanged { id handling { unread assignee { uid } } } }';
      const [own, all] = [listener(player).listen(query), listener(admin).listen(query)];
      await settled(own, all);
      const heard = async () => (await all.next())['ticketChanged'];
      const handled = { ticketId: ticket.id };
      await admin.perform('assignTicket', { ...handled, assigneeId: admin.id }, 'ticket { id }');
      expect(await heard()).toEqual({ id: ticket.id, handling: { unread: true, assignee: { uid: admin.uid } } });
      const { assignTicket } = await admin.execute(
        'mutation ($input: AssignTicketInput!) { assignTicket(input: $input) { ... on TicketHeld { code holder { uid } } } }',
        { input: handled },
      );
      expect(assignTicket).toEqual({ code: 'TICKET_HELD', holder: { uid: admin.uid } });
      await admin.perform('markTicketRead', handled, 'ticket { id }');
      expect(await heard()).toMatchObject({ handling: { unread: false } });
      await admin.perform('sendTicketMessage', { ...handled, message: 'Done' }, 'ticket { id }');
      expect((await own.next())['ticketChanged']).toEqual({ id: ticket.id, handling: null });
      expect(own.events).toHaveLength(1);
    });

    it('stakesChanged notifies admins, at most once a second', async () => {
      await nextRound();
      const gameId = await runningGame('SAPRE_HALF');
      const heard = listener(admin).listen(
        'subscription { stakesChanged(gameType: SAPRE_HALF) { gameId operator { stakesBySelection { selection { label } stakes } } } }',
      );
      await settled(heard);
      for (let times = 0; times < 3; times += 1) await bet(player, gameId);
      const first = (await heard.next())['stakesChanged'];
      expect(first.gameId).toBe(gameId);
      await advance(1_000);
      const second = (await heard.next())['stakesChanged'];
      expect(
        second.operator.stakesBySelection.find((row: { selection: { label: string } }) => row.selection.label === 'Red')
          .stakes,
      ).toBe('30.00');
      expect(heard.events).toHaveLength(2);
    });

    it('settingsChanged notifies an admin of another’s change', async () => {
      const heard = listener(admin).listen('subscription { settingsChanged { randomize profitabilityIndex } }');
      await settled(heard);
      const set = (value: number) =>
        admin.execute(
          `mutation { setProfitabilityLevel(input: { value: ${value}, reason: "set by a test" }) { __typename } }`,
        );
      await set(7);
      expect((await heard.next())['settingsChanged']).toEqual({ randomize: true, profitabilityIndex: 7 });
      await set(7);
      await set(3);
      expect((await heard.next())['settingsChanged']).toEqual({ randomize: true, profitabilityIndex: 3 });
    });

    it('after a gap in which events were missed, sends what they would have sent, to the same viewers', async () => {
      const other = await givenPlayer(server);
      const query = {
        transaction: 'subscription { transactionChanged { id } }',
        ticket: 'subscription { ticketChanged { id } }',
        notification: 'subscription { notificationAdded { kind } }',
        settings: 'subscription { settingsChanged { profitabilityIndex } }',
      };
      // Waits until earlier rounds are paid, so that their events don't interfere.
      await advance(60_000);
      await advance(15_000);
      const [money, ticket, notifications] = [query.transaction, query.ticket, query.notification].map((one) =>
        listener(player).listen(one),
      ) as [Subscription, Subscription, Subscription];
      const otherPlayers = [query.transaction, query.ticket].map((one) => listener(other).listen(one));
      const settings = listener(admin).listen(query.settings);
      await settled(money, ticket, notifications, ...otherPlayers, settings);

      const outage = vi.spyOn(server.services.events, 'deliver').mockImplementation(() => {});
      server.services.events.disconnected();
      const withdrawal = { amount: '20', upiId: 'asha@upi' };
      const { transaction } = await player.perform('requestWithdrawal', withdrawal, 'transaction { id }');
      const decision = { transactionId: transaction.id, decision: 'DENY', denialReason: 'CHECK_NEEDED' };
      await admin.perform('decideTransaction', decision, 'transaction { id }');
      const raised = { ticketType: 'UPI_PAYMENT_STUCK', description: 'It hangs.' };
      const { ticket: written } = await player.perform('raiseTicket', raised, 'ticket { id }');
      outage.mockRestore();
      server.services.events.reconnected();

      expect((await money.next())['transactionChanged'].id).toBe(transaction.id);
      expect((await ticket.next())['ticketChanged'].id).toBe(written.id);
      expect((await notifications.next())['notificationAdded'].kind).toBe('WITHDRAWAL_DECIDED');
      expect((await settings.next())['settingsChanged']).toHaveProperty('profitabilityIndex');
      expect(otherPlayers.map(({ events }) => events)).toEqual([[], []]);
    });

    it.each([
      ['walletChanged { available }', 'UNAUTHENTICATED', 'FORBIDDEN'],
      ['transactionChanged { id }', 'UNAUTHENTICATED', undefined],
      ['ticketChanged { id }', 'UNAUTHENTICATED', undefined],
      ['notificationAdded { id }', 'UNAUTHENTICATED', undefined],
      ['stakesChanged(gameType: SAPRE_HALF) { id }', 'UNAUTHENTICATED', undefined],
      ['settingsChanged { randomize }', 'UNAUTHENTICATED', undefined],
    ])('%s is refused without a session', async (field, toOtherPlayers, toAdmins) => {
      const codes = async (person?: Person) => {
        const heard = listener(person).listen(`subscription { ${field} }`);
        const errors = (await Promise.race([heard.next(), heard.ended.then((ended) => ({ errors: ended }))]))['errors'];
        return errors?.[0]?.extensions?.code as string | undefined;
      };
      expect(await codes()).toBe(toOtherPlayers);
      if (toAdmins) expect(await codes(admin)).toBe(toAdmins);
    });
  });

  describe('sessions', () => {
    it('a bad token is not let in (4403, so that clients renew and come back)', async () => {
      const one = listenAt(server.url, 'nonsense');
      expect(await one.closed).toBe(4403);
    });

    it('logging out closes the socket at once', async () => {
      const visitor = await givenPlayer(server);
      const one = listenAt(server.url, visitor.accessToken);
      const heard = one.listen('subscription { walletChanged { available } }');
      await settled(heard);
      await visitor.perform('logout', { refreshToken: visitor.refreshToken }, 'ok');
      expect(await one.closed).toBe(4403);
    });

    it('a session that ends while its socket is let in is not let in', async () => {
      const visitor = await givenPlayer(server);
      await visitor.execute('{ viewer { user { uid } } }');
      const { tokens } = server.services;
      const readAccess = tokens.readAccess.bind(tokens);
      // The last step before the session watch starts.
      const reading = vi.spyOn(tokens, 'readAccess').mockImplementationOnce((...token) => {
        reading.mockRestore();
        const claims = readAccess(...token);
        server.services.events.deliver({ type: 'sessionsEnded', sessionIds: [String(claims?.sessionId)] });
        return claims;
      });
      const ended = `update sessions set ended_at = now(), end_reason = 'logout' where user_id = $1`;
      await server.database.pool.query(ended, [rowIdOf(server, visitor)]);
      expect(await listenAt(server.url, visitor.accessToken).closed).toBe(4403);
    });

    it('an expired access token closes the socket', async () => {
      const visitor = await givenPlayer(server);
      const one = listenAt(server.url, visitor.accessToken);
      await settled(one.listen('subscription { walletChanged { available } }'));
      await advance(30 * 60_000);
      expect(await one.closed).toBe(4403);
      player = await renewed(player);
      admin = await renewed(admin);
    });
  });

  describe('limits', () => {
    it('hold for sockets as for HTTP', async () => {
      const deep = (levels: number): string => (levels === 0 ? 'id' : `duplicates { ${deep(levels - 1)} }`);
      const heard = listener(player).listen(`{ viewer { pendingWithdrawals { ${deep(14)} } } }`);
      expect((await heard.next())['errors'][0].message).toMatch(/levels deep/);
      const aliases = Array.from({ length: 51 }, (_, at) => `a${at}: serverTime`).join(' ');
      const [error] = await listener().listen(`{ ${aliases} }`).ended;
      expect(error?.extensions?.['code']).toBe('GRAPHQL_VALIDATION_FAILED');
    });

    it('count operations that come in one burst', async () => {
      // The clock was advanced by 30 minutes: a round whose betting time is over isn't opened afterwards, so a game may have none.
      await nextRound();
      const oneSocket = listener();
      const heard = Array.from({ length: 101 }, () => oneSocket.listen(CONTEST, { game: 'SAPRE_HALF' }));
      const [error] = (await heard.at(-1)?.ended) ?? [];
      expect(error?.message).toBe('A socket may have 100 operations at a time.');
      await Promise.all(heard.slice(0, 100).map((one) => one.next()));
    });

    it('a message of a size that no client sends ends the socket, and is no trouble of ours', async () => {
      const { log } = server.services;
      const childOf = log.child.bind(log);
      const logged = vi.fn();
      const children = vi
        .spyOn(log, 'child')
        .mockImplementation((...given) => Object.assign(childOf(...given), { warn: logged, error: logged }));
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      socket.on('open', () => socket.send('x'.repeat(300_000)));
      const code = await new Promise((resolve) => socket.on('close', resolve));
      expect(code).toBe(1009);
      expect(children).toHaveBeenCalled();
      expect(logged).not.toHaveBeenCalled();
      children.mockRestore();
    });

    it('a socket of another protocol is turned away', async () => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'something-else');
      const code = await new Promise((resolve) => {
        socket.on('close', resolve);
        socket.on('error', () => resolve('refused'));
      });
      expect([4406, 'refused']).toContain(code);
    });
  });

  it('keeps operation ids apart, whatever a client calls them', async () => {
    await nextRound();
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const messages: { id?: string; type: string; payload?: { data?: unknown } }[] = [];
    const seen = (type: string, count: number) =>
      expect.poll(() => messages.filter((message) => message.type === type).length).toBe(count);
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())));
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send('{"type":"connection_init"}');
    await seen('connection_ack', 1);
    const ids = ['"},{"id":"b', 'b', '\u2028'];
    for (const id of ids) {
      socket.send(
        JSON.stringify({ id, type: 'subscribe', payload: { query: CONTEST, variables: { game: 'SAPRE_HALF' } } }),
      );
    }
    await seen('next', 3);
    const answered = messages.filter((message) => message.type === 'next').map((message) => message.id);
    expect(new Set(answered)).toEqual(new Set(ids));
    socket.send(JSON.stringify({ id: 'b', type: 'complete' }));
    await advance(25_000);
    await seen('next', 5);
    socket.close();
  });

  it('answers a ping with a payload when the subscriptions before it have started', async () => {
    const one = await rawSocket(server.url, { token: admin.accessToken });
    await one.came('connection_ack');
    // An admin's token is verified again, which waits for the lock.
    server.clock.advance(31_000);
    const release = await holdLocks(server.database, 'lock table sessions in access exclusive mode');
    one.send({ id: 'rounds', type: 'subscribe', payload: { query: HELD } });
    one.send({ type: 'ping', payload: { after: 'rounds' } });
    one.send({ type: 'ping' });
    expect(await one.came('pong')).not.toHaveProperty('payload');
    await expectLockWait(server.database);
    await release();
    expect(await one.came('pong', 2)).toMatchObject({ payload: { after: 'rounds' } });
    await nextRound();
    await one.came('next');
    one.socket.terminate();
    await one.closed;
  });

  it('keeps nothing of subscribers who have left', async () => {
    const [first, second] = [listener(), listener(player)];
    const heard = first.listen(CONTEST, { game: 'SAPRE_ONE' });
    await settled(heard, second.listen('subscription { walletChanged { available } }'));
    heard.stop();
    await expect.poll(subscribers).toBe(1);
    await second.close();
    await expect.poll(subscribers).toBe(0);
  });

  /** The number of subscriptions on the server. */
  async function subscribers(): Promise<number> {
    const text = await (await fetch(server.metricsUrl!)).text();
    const counts = [...text.matchAll(/^rangoli_subscribers\{.*\} (\d+)$/gm)].map((match) => Number(match[1]));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Waits until these subscriptions are active. */
  async function settled(...heard: Subscription[]): Promise<void> {
    await expect.poll(subscribers).toBe(heard.length);
  }

  async function renewed(person: Person): Promise<Person> {
    const { accessToken } = await person.perform('renewSession', { refreshToken: person.refreshToken }, 'accessToken');
    const execute: Person['execute'] = (document, variables, token = accessToken as string) =>
      person.execute(document, variables, token);
    return { ...person, accessToken, execute };
  }
});
