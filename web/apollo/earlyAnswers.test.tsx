import { ApolloLink, execute, gql, type ApolloClient } from '@apollo/client';
import type { DocumentNode } from 'graphql';
import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { earlyLink } from './earlyAnswers.ts';
import { clockLink, serverClock } from './serverClock.ts';
import { keepSession } from './sessionStore.ts';

const HASH = 'a'.repeat(64);
const query: DocumentNode = Object.assign(
  gql`
    query Name {
      serverTime
    }
  `,
  { __meta__: { hash: HASH } },
);

const signIn = (accessToken: string) =>
  keepSession({
    accessToken,
    refreshToken: 'refresh',
    user: { avatar: '', name: 'Asha', email: 'a@b.in', userId: '48213907', userType: 'player' },
  });

/** As the document leaves it. */
function givenEarly(answer: object | null, { variables = {}, sentAt = performance.now(), token = 'access' } = {}) {
  const arrived = answer && { result: answer, receivedAt: sentAt + 100 };
  globalThis.earlyAnswers = [
    {
      call: { variables, extensions: { persistedQuery: { sha256Hash: HASH } } },
      token,
      sentAt,
      answer: Promise.resolve(arrived),
    },
  ];
}

let requests: Subject<ApolloLink.Result>[];
const network = new ApolloLink(() => {
  const request = new Subject<ApolloLink.Result>();
  requests.push(request);
  return request;
});

/** What a query is answered with, in the order of arrival. */
function asked(variables: Record<string, unknown> = {}) {
  const answers: unknown[] = [];
  const link = ApolloLink.from([clockLink, earlyLink, network]);
  execute(link, { query, variables }, { client: {} as ApolloClient }).subscribe({
    next: ({ data }) => answers.push(data),
    error: (error: unknown) => answers.push(error),
    complete: () => answers.push('complete'),
  });
  return answers;
}

/** After the tasks that are queued by now, and those that these queue. */
const settled = async () => {
  for (const _turn of [1, 2]) await new Promise<void>((resolve) => setTimeout(resolve));
};
const early = { serverTime: '2026-03-01T00:00:00.000Z' };
const usual = { serverTime: '2026-03-01T00:00:02.000Z' };

beforeEach(() => {
  localStorage.clear();
  requests = [];
  signIn('access');
});
afterEach(() => {
  globalThis.earlyAnswers = undefined;
  vi.restoreAllMocks();
});

it('answers the first identical query early, the second as usual', async () => {
  givenEarly({ data: early });
  const first = asked();
  const second = asked();
  await settled();
  expect(first).toEqual([early, 'complete']);
  expect(second).toEqual([]);
  expect(requests).toHaveLength(1);
});

it('takes each early answer up in a task of its own', async () => {
  givenEarly({ data: early });
  const answers = asked();
  // All that was promised by now is done within the task.
  await new Promise<void>((resolve) => process.nextTick(() => queueMicrotask(resolve)));
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(answers).toEqual([]);
  await settled();
  expect(answers).toEqual([early, 'complete']);
});

it.each([
  ['of another session', { token: 'before' }, {}],
  ['asked for long ago', { sentAt: performance.now() - 11_000 }, {}],
  ['with other variables', { variables: { gameType: 'SAPRE_ONE' } }, { gameType: 'SAPRE_HALF' }],
])('shows no early answer %s', async (_what, given, variables) => {
  givenEarly({ data: early }, given);
  const answers = asked(variables);
  await settled();
  expect(answers).toEqual([]);
  expect(requests).toHaveLength(1);
});

it.each([
  ['an error', { errors: [{ message: 'Sign in', extensions: { code: 'UNAUTHENTICATED' } }] }],
  ['a part of the data', { data: early, errors: [{ message: 'Unknown' }] }],
  ['nothing', null],
])('asks as usual when the early answer is %s', async (_what, answer) => {
  givenEarly(answer);
  const answers = asked();
  await settled();
  expect(answers).toEqual([]);
  requests[0]?.next({ data: usual });
  expect(answers).toEqual([usual]);
});

it('sets the server’s clock by when the early request was sent and answered', async () => {
  const observed = vi.spyOn(serverClock, 'observeResponse');
  const sentAt = performance.now() - 3_000;
  givenEarly({ data: early }, { sentAt });
  asked();
  await settled();
  expect(observed.mock.calls).toEqual([[Date.parse(early.serverTime), sentAt, sentAt + 100]]);
});
