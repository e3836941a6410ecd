import { gql } from '@apollo/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeClient } from './client.ts';
import { clearSession, keepSession } from './sessionStore.ts';

/**
 * A fake socket whose server acknowledges the connection and starts subscriptions at once, or when the test does; the
 * test can break it.
 */
class FakeSocket extends EventTarget {
  static readonly opened: FakeSocket[] = [];
  static startsAtOnce = true;
  readonly sent: string[] = [];
  /** Whether a ping with a payload waits for its answer. */
  #unanswered = false;
  #subscribed = '';
  readonly OPEN = 1;
  readonly readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    super();
    FakeSocket.opened.push(this);
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    const { type, payload } = JSON.parse(text) as { type: string; payload?: object };
    this.sent.push(type);
    if (type === 'subscribe') this.#subscribed = text;
    if (type === 'connection_init') this.onmessage?.({ data: JSON.stringify({ type: 'connection_ack' }) });
    if (type !== 'ping' || !payload) return;
    this.#unanswered = true;
    if (FakeSocket.startsAtOnce) this.started();
  }

  /** An event of the subscription that was sent last. */
  event(data: object): void {
    const { id } = JSON.parse(this.#subscribed) as { id: string };
    this.onmessage?.({ data: JSON.stringify({ type: 'next', id, payload: { data } }) });
  }

  /** The answer to a ping with a payload: subscriptions before it have started. */
  started(): void {
    if (!this.#unanswered) return;
    this.#unanswered = false;
    this.onmessage?.({ data: '{"type":"pong","payload":{}}' });
  }

  close(code = 1006): void {
    this.onclose?.(new CloseEvent('close', { code, reason: '' }));
  }
}

const query = gql`
  query Name {
    viewer {
      user {
        id
        name
      }
    }
  }
`;
const nameOf = (name: string) => ({
  viewer: { __typename: 'Viewer', user: { __typename: 'User', id: 'user-1', name } },
});
const signIn = (userId: string, accessToken = 'access') => {
  const user = { avatar: '', name: 'Asha', email: 'a@b.in', userId, userType: 'player' } as const;
  keepSession({ accessToken, refreshToken: 'refresh', user });
};

let client: ReturnType<typeof makeClient>;
let callCount: number;

beforeEach(() => {
  localStorage.clear();
  FakeSocket.opened.length = 0;
  FakeSocket.startsAtOnce = true;
  callCount = 0;
  vi.stubGlobal('WebSocket', Object.assign(FakeSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }));
  vi.stubGlobal('fetch', async () => {
    callCount += 1;
    return Response.json({ data: nameOf(`answer ${callCount}`) });
  });
  signIn('48213907');
  client = makeClient();
});
afterEach(() => {
  client.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what the client has cached', () => {
  it.each([
    ['signing out', () => clearSession()],
    ['another user signing in', () => signIn('11111111')],
  ])('is gone after %s', async (_what, change) => {
    client.writeQuery({ query, data: nameOf('Asha') });
    change();
    await vi.waitFor(() => expect(client.cache.extract()).toEqual({}));
  });

  it('stays when the same user’s session is renewed', async () => {
    client.writeQuery({ query, data: nameOf('Asha') });
    signIn('48213907', 'renewed access');
    await Promise.resolve();
    expect(client.readQuery({ query })).toEqual(nameOf('Asha'));
  });
});

describe('the first connection of the socket', () => {
  /** The queries that are sent when the socket connects, once the layout's balance and another query are shown. */
  async function refetched(laterBalance: string): Promise<string[]> {
    vi.useFakeTimers();
    const sent: string[] = [];
    let balance = '10.00';
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      const { operationName } = JSON.parse(body) as { operationName: string };
      sent.push(operationName);
      const wallet = { __typename: 'Wallet', id: 'wallet-1', available: balance };
      return Response.json({
        data: operationName === 'Name' ? nameOf('Asha') : { viewer: { __typename: 'Viewer', wallet } },
      });
    });
    const layout = gql`
      query PlayerShell_Query {
        viewer {
          wallet {
            id
            available
          }
        }
      }
    `;
    const watching = [layout, query].map((one) => client.watchQuery({ query: one }).subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.splice(0)).toEqual(['PlayerShell_Query', 'Name']);
    balance = laterBalance;
    const changes = gql`
      subscription {
        changed
      }
    `;
    watching.push(client.subscribe({ query: changes }).subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(10_000);
    for (const one of watching) one.unsubscribe();
    return sent;
  }

  it('refetches players’ layout alone when nothing has happened to them', async () => {
    expect(await refetched('10.00')).toEqual(['PlayerShell_Query']);
  });

  it('refetches a player’s transactions too where they are shown, and everything when one of them is new', async () => {
    vi.useFakeTimers();
    const sent: string[] = [];
    let [request, count] = ['transaction-1', 0];
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      const { operationName } = JSON.parse(body) as { operationName: string };
      sent.push(operationName);
      count += 1;
      if (operationName === 'Name') return Response.json({ data: nameOf(`Asha ${count}`) });
      const ofLayout = { wallet: { __typename: 'Wallet', id: 'wallet-1', available: '10.00' } };
      const latest = { latest: { __typename: 'WalletTransaction', id: request } };
      const of = operationName === 'PlayerShell_Query' ? ofLayout : latest;
      return Response.json({ data: { viewer: { __typename: 'Viewer', ...of } } });
    });
    const layout = gql('query PlayerShell_Query { viewer { wallet { id available } } }');
    const list = gql('query TransactionsPage_Query { viewer { latest { id } } }');
    const watching = [layout, list, query].map((one) => client.watchQuery({ query: one }).subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.splice(0)).toEqual(['PlayerShell_Query', 'TransactionsPage_Query', 'Name']);
    request = 'transaction-2';
    watching.push(client.subscribe({ query: gql('subscription { changed }') }).subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(10_000);
    for (const one of watching) one.unsubscribe();
    expect(sent.slice(0, 2)).toEqual(['PlayerShell_Query', 'TransactionsPage_Query']);
    expect(sent.slice(2)).toContain('Name');
  });

  it('refetches everything when something has', async () => {
    expect(await refetched('20.00')).toEqual(['PlayerShell_Query', 'PlayerShell_Query', 'Name']);
  });
});

it('refetches active queries after each connect, because events before it were missed', async () => {
  vi.useFakeTimers();
  const shown: unknown[] = [];
  const watching = client.watchQuery({ query }).subscribe(({ data }) => shown.push(data));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(callCount).toBe(1);
  const events = client
    .subscribe({
      query: gql`
        subscription {
          changed
        }
      `,
    })
    .subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeSocket.opened).toHaveLength(1);
  expect(callCount).toBe(2);
  for (const reconnects of [1, 2]) {
    FakeSocket.opened.at(-1)?.close();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(FakeSocket.opened).toHaveLength(reconnects + 1);
    expect(callCount).toBe(reconnects + 2);
  }
  expect(shown.at(-1)).toEqual(nameOf('answer 4'));
  watching.unsubscribe();
  events.unsubscribe();
});

it('refetches when the server has started the subscriptions, and not before', async () => {
  vi.useFakeTimers();
  FakeSocket.startsAtOnce = false;
  const watching = client.watchQuery({ query }).subscribe(() => undefined);
  const changes = gql`
    subscription {
      changed
    }
  `;
  const events = client.subscribe({ query: changes }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  const [socket] = FakeSocket.opened;
  expect(socket?.sent).toEqual(['connection_init', 'subscribe', 'ping']);
  expect(callCount).toBe(1);
  socket?.started();
  await vi.advanceTimersByTimeAsync(0);
  expect(callCount).toBe(2);
  watching.unsubscribe();
  events.unsubscribe();
});

describe('a screen that is opened while the socket is', () => {
  const changes = (name: string) => gql(`subscription ${name} { changed }`);

  /** The queries sent once the screen's subscription has started, and those sent before. */
  async function openScreen(userType: 'player' | 'admin') {
    vi.useFakeTimers();
    const user = { avatar: '', name: 'Asha', email: 'a@b.in', userId: '48213907', userType } as const;
    keepSession({ accessToken: 'access', refreshToken: 'refresh', user });
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      sent.push((JSON.parse(body) as { operationName: string }).operationName);
      return Response.json({ data: nameOf('Asha') });
    });
    const layout = gql('query Layout { viewer { user { id } } }');
    const watching = [
      client.watchQuery({ query: layout }).subscribe(() => undefined),
      client.subscribe({ query: changes('OfLayout') }).subscribe(() => undefined),
    ];
    await vi.advanceTimersByTimeAsync(10_500);
    const before = sent.splice(0);
    FakeSocket.startsAtOnce = false;
    watching.push(
      client.watchQuery({ query }).subscribe(() => undefined),
      client.subscribe({ query: changes('OfScreen') }).subscribe(() => undefined),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    const untilStarted = sent.splice(0);
    FakeSocket.opened.at(-1)?.started();
    await vi.advanceTimersByTimeAsync(100);
    const afterwards = sent.splice(0);
    // Of those subscriptions that need the screen's answer.
    watching.push(client.subscribe({ query: changes('OfItsAnswer') }).subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(100);
    FakeSocket.opened.at(-1)?.started();
    await vi.advanceTimersByTimeAsync(100);
    for (const one of watching) one.unsubscribe();
    return { before, untilStarted, afterwards, later: sent };
  }

  it('is refetched for admins when its subscription has started, and nothing else is', async () => {
    expect(await openScreen('admin')).toEqual({
      before: ['Layout', 'Layout'],
      untilStarted: ['Name'],
      afterwards: ['Name'],
      later: ['Name'],
    });
  });

  it('is not for players', async () => {
    expect(await openScreen('player')).toMatchObject({ untilStarted: ['Name'], afterwards: [], later: [] });
  });
});

describe('a query that is refetched while its answer is under way', () => {
  let answers: ((name: string) => void)[];
  let shown: unknown[];
  let watched: ReturnType<typeof client.watchQuery>;
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
  beforeEach(() => {
    answers = [];
    shown = [];
    vi.stubGlobal(
      'fetch',
      () => new Promise((resolve) => answers.push((name) => resolve(Response.json({ data: nameOf(name) })))),
    );
    watched = client.watchQuery({ query });
    watched.subscribe(({ data }) => data && shown.push(data));
  });

  it('is sent again at once, and ends with the newer answer', async () => {
    await settled();
    const refetched = watched.refetch();
    await settled();
    expect(answers).toHaveLength(2);
    answers[0]?.('older');
    await settled();
    answers[1]?.('newer');
    await refetched;
    expect(shown).toEqual([nameOf('older'), nameOf('newer')]);
  });

  it('never goes back to the older answer', async () => {
    await settled();
    const refetched = watched.refetch();
    await settled();
    answers[1]?.('newer');
    await refetched;
    answers[0]?.('older');
    await settled();
    expect(shown).not.toContainEqual(nameOf('older'));
    expect(client.readQuery({ query })).toEqual(nameOf('newer'));
  });

  it('keeps the older answer when the newer request fails', async () => {
    await settled();
    await settled();
    const refetched = watched.refetch();
    await settled();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    const failed = watched.refetch().catch(() => 'failed');
    expect(await failed).toBe('failed');
    answers[1]?.('newer');
    await refetched;
    expect(client.readQuery({ query })).toEqual(nameOf('newer'));
  });
});

describe('a query during which an event comes', () => {
  /** The names shown, and how often the query was sent, when an event of `field` comes before each of `names` is answered. */
  async function shownAfter(field: string, names: readonly string[]) {
    FakeSocket.startsAtOnce = false;
    const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
    const events = client
      .subscribe({ query: gql(`subscription Changes { ${field} { id name } }`) })
      .subscribe(() => undefined);
    await vi.waitFor(() => expect(FakeSocket.opened.at(-1)?.sent).toContain('ping'));
    const answers: ((name: string) => void)[] = [];
    vi.stubGlobal(
      'fetch',
      () => new Promise((resolve) => answers.push((name) => resolve(Response.json({ data: nameOf(name) })))),
    );
    const shown: unknown[] = [];
    const watching = client.watchQuery({ query }).subscribe(({ data }) => data && shown.push(data));
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    for (const name of names) {
      FakeSocket.opened.at(-1)?.event({ [field]: { __typename: 'User', id: 'user-1', name: 'of the event' } });
      answers.at(-1)?.(name);
      await settled();
    }
    const sent = answers.length;
    answers.at(-1)?.('after the events');
    await settled();
    watching.unsubscribe();
    events.unsubscribe();
    return { shown, sent };
  }

  it('is sent again, and its older answer not shown', async () => {
    expect(await shownAfter('memberChanged', ['before it'])).toEqual({ shown: [nameOf('after the events')], sent: 2 });
  });

  it('is answered however many events come', async () => {
    const { shown, sent } = await shownAfter('memberChanged', ['first', 'second', 'third', 'fourth']);
    expect({ shown: shown[0], sent }).toEqual({ shown: nameOf('third'), sent: 3 });
  });

  it('is not sent again for events of a round, which come all the time', async () => {
    const { shown, sent } = await shownAfter('contestChanged', ['before it']);
    expect({ shown, sent }).toEqual({ shown: [nameOf('before it')], sent: 1 });
  });
});

describe('a socket that is dead without a close', () => {
  const subscribe = () =>
    client
      .subscribe({
        query: gql`
          subscription {
            changed
          }
        `,
      })
      .subscribe(() => undefined);

  it('is replaced when a ping is not answered', async () => {
    vi.useFakeTimers();
    const events = subscribe();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(FakeSocket.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(FakeSocket.opened).toHaveLength(2);
    events.unsubscribe();
  });

  it('is replaced when the network returns, and when the device has slept', async () => {
    vi.useFakeTimers();
    client = makeClient();
    const events = subscribe();
    await vi.advanceTimersByTimeAsync(1_000);
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSocket.opened).toHaveLength(2);
    vi.setSystemTime(Date.now() + 600_000);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(FakeSocket.opened).toHaveLength(3);
    events.unsubscribe();
  });
});

describe('a query that the build gave a hash', () => {
  const hashed = Object.assign(gql(query.loc?.source.body ?? ''), { __meta__: { hash: 'abc' } });
  const notFound = {
    errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
  };
  const sent: { query?: string; extensions?: unknown }[] = [];
  const serve = (knowsHashes: boolean) => {
    sent.length = 0;
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body) as (typeof sent)[number]);
      return Response.json(knowsHashes || sent.at(-1)?.query ? { data: nameOf('Asha') } : notFound);
    });
  };
  const ask = () => client.query({ query: hashed, fetchPolicy: 'network-only' });

  it('is sent as the hash alone', async () => {
    serve(true);
    expect((await ask()).data).toEqual(nameOf('Asha'));
    expect(sent).toMatchObject([{ extensions: { persistedQuery: { version: 1, sha256Hash: 'abc' } } }]);
    expect(sent[0]).not.toHaveProperty('query');
  });

  it('is sent as a text when the server runs another release, and so are those after it', async () => {
    serve(false);
    expect((await ask()).data).toEqual(nameOf('Asha'));
    await ask();
    expect(sent.map((body) => 'query' in body)).toEqual([false, true, true]);
  });
});
