import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderHookApp } from './renderHookApp.tsx';
import { ScriptedServer } from './scriptedServer.ts';

interface Keyed<Request> {
  /** A hook whose function sends the request with an idempotency key. */
  readonly useSend: () => (request: Request) => Promise<unknown>;
  readonly request: Request;
  /** The same with other values. */
  readonly other: Request;
  /** The mutation's field, and its response on success. */
  readonly field: string;
  readonly done: Record<string, unknown>;
}

const refusal = { __typename: 'InvalidInput', code: 'INVALID_INPUT', message: 'no', field: null, detail: null };

/** The rules of a request that moves money: a retry after a lost response has the same key, a new request a new one. */
export function describeIdempotencyKey<Request>({ useSend, request, other, field, done }: Keyed<Request>): void {
  describe('its idempotency key', () => {
    let server: ScriptedServer;
    let send: (request: Request) => Promise<unknown>;
    const keys = () => server.sent.map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey);

    beforeEach(() => {
      server = new ScriptedServer();
      const { result } = renderHookApp(useSend, server);
      send = (what) => result.current(what);
    });
    afterEach(cleanup);

    it('is kept when the answer is lost or has no data, and replaced after a definite answer', async () => {
      server.willAnswer('lost', null, { [field]: done }, { [field]: done });
      for (let attempt = 0; attempt < 4; attempt += 1) await act(() => send(request));
      const [first, ...retries] = keys();
      expect(first).toMatch(/^[0-9a-f]{32}$/);
      expect(retries).toEqual([first, first, expect.not.stringMatching(String(first))]);
    });

    it('is replaced after a refusal', async () => {
      server.willAnswer({ [field]: refusal }, { [field]: done });
      await act(() => send(request));
      await act(() => send(request));
      expect(new Set(keys()).size).toBe(2);
    });

    it('is one for a request sent twice at once', async () => {
      await act(async () => {
        const both = [send(request), send(request)];
        await waitFor(() => expect(server.sent).toHaveLength(2));
        server.answerLate({ [field]: done });
        server.answerLate({ [field]: done });
        await Promise.all(both);
      });
      expect(new Set(keys()).size).toBe(1);
    });

    it('outlives the late answer to another request', async () => {
      await act(async () => {
        const both = [send(request), send(other)];
        await waitFor(() => expect(server.sent).toHaveLength(2));
        server.answerLate({ [field]: done });
        server.answerLate('lost');
        await Promise.all(both);
      });
      server.willAnswer({ [field]: done });
      await act(() => send(other));
      const [first, second, retry] = keys();
      expect(second).not.toBe(first);
      expect(retry).toBe(second);
    });
  });
}
