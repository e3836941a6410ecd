import { gql, type TypedDocumentNode } from '@apollo/client';
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderHookApp } from '../../tests/support/renderHookApp.tsx';
import { ScriptedServer } from '../../tests/support/scriptedServer.ts';
import type { DomainErrorCode } from '../gql/graphql.ts';
import { hideToast, readToasts } from '../ui/toasts.ts';
import { clearSession, keepSession } from './sessionStore.ts';
import { useAction } from './useAction.ts';

interface Result {
  __typename: 'Mutation';
  cancelBets:
    | { __typename: 'CancelBetsPayload'; amount: string }
    | { __typename: 'InvalidInput'; code: DomainErrorCode; message: string; field: string };
}

const CancelBets: TypedDocumentNode<Result, { input: { gameId: string; idempotencyKey?: string | null | undefined } }> =
  gql`
    mutation CancelBets($input: CancelBetsInput!) {
      cancelBets(input: $input) {
        ... on CancelBetsPayload {
          amount
        }
        ... on InvalidInput {
          code
          message
          field
        }
      }
    }
  `;

const done = { cancelBets: { __typename: 'CancelBetsPayload', amount: '30.00' } };
const refused = {
  cancelBets: { __typename: 'InvalidInput', code: 'INVALID_INPUT', message: 'gameId is no game', field: 'gameId' },
};
const input = { gameId: 'sapreOne-202611200742' };

let server: ScriptedServer;
const keys = () => server.sent.map((sent) => (sent['input'] as { idempotencyKey: string }).idempotencyKey);
const render = () =>
  renderHookApp(
    () =>
      useAction(CancelBets, {
        keyed: true,
        known: { INVALID_INPUT: 'no such game' },
        toast: ({ amount }) => `${amount} came back`,
      }),
    server,
  );

beforeEach(() => {
  server = new ScriptedServer();
  for (const { id } of readToasts()) hideToast(id);
});
afterEach(() => {
  cleanup();
  clearSession();
});

describe('an action', () => {
  it('is pending until it is answered, and then has its payload and a toast', async () => {
    const { result } = render();
    let answer: Promise<unknown> | undefined;
    await act(async () => {
      answer = result.current.act(input);
    });
    expect(result.current.pending).toBe(true);
    await act(async () => server.answerLate(done));
    expect(await answer).toMatchObject({ outcome: 'done', payload: { amount: '30.00' }, problem: null });
    expect(result.current).toMatchObject({ pending: false, problem: null });
    expect(readToasts()).toMatchObject([{ text: '30.00 came back', tone: 'good' }]);
  });

  it('has the refusal’s words and field as its problem, until the next call', async () => {
    server.willAnswer(refused);
    const { result } = render();
    await act(() => result.current.act(input));
    expect(result.current.problem).toEqual({ text: 'no such game', field: 'gameId' });
    expect(readToasts()).toMatchObject([{ text: 'no such game', tone: 'bad' }]);
    await act(async () => void result.current.act(input));
    expect(result.current.problem).toBeNull();
  });

  it('resolves without an answer when none comes, and when its input can’t be read', async () => {
    server.willAnswer('lost');
    const { result } = render();
    const network = 'Network error. Please check your connection.';
    expect(await act(() => result.current.act(input))).toMatchObject({
      outcome: 'unanswered',
      problem: { text: network },
    });
    const unreadable = Promise.reject(new Error('unreadable file'));
    expect((await act(() => result.current.act(unreadable))).problem?.text).toBe('Error: unreadable file');
    expect(server.sent).toHaveLength(1);
  });

  it('has another key after each definite answer, also after a refusal', async () => {
    server.willAnswer(refused, done, done);
    const { result } = render();
    for (let call = 0; call < 3; call++) await act(() => result.current.act(input));
    expect(new Set(keys()).size).toBe(3);
  });

  it('is sent with the same key from a screen that was opened again, and with another by another user', async () => {
    const signIn = (userId: string) =>
      keepSession({
        accessToken: 'access',
        refreshToken: 'refresh',
        user: { avatar: '', name: userId, email: 'a@b.in', userId, userType: 'player' },
      });
    const sendFromNewScreen = async () => {
      cleanup();
      const { result } = render();
      await act(() => result.current.act(input));
    };
    server.willAnswer('lost', 'lost', done);
    signIn('11111111');
    await sendFromNewScreen();
    await sendFromNewScreen();
    signIn('22222222');
    await sendFromNewScreen();
    const [first, again, others] = keys();
    expect(again).toBe(first);
    expect(others).not.toBe(first);
  });
});

it('refetches the named queries only when it is done', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  server.willAnswer(refused, done);
  const { result } = renderHookApp(() => useAction(CancelBets, { keyed: true, refetch: ['Missing_Query'] }), server);
  await act(() => result.current.act(input));
  expect(console.warn).not.toHaveBeenCalled();
  await act(() => result.current.act(input));
  // Apollo warns about a query that isn't on the screen, which shows that it would have been refetched.
  expect(console.warn).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
