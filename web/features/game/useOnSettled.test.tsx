import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderHookApp } from '../../../tests/support/renderHookApp.tsx';
import { ScriptedServer } from '../../../tests/support/scriptedServer.ts';
import { useOnSettled } from './useOnSettled.ts';

afterEach(cleanup);

it('reads again with each game’s first event, which may have missed a payment, then after each payment', async () => {
  const server = new ScriptedServer();
  const onSettled = vi.fn<() => void>();
  renderHookApp(() => useOnSettled(onSettled), server);
  const emit = (phase: string) =>
    act(async () =>
      server.send({
        contestChanged: {
          __typename: 'ContestChange',
          phase,
          contest: { __typename: 'Contest', id: 'contest-1', state: 'OPEN' },
        },
      }),
    );
  await emit('OPENED');
  expect(onSettled).toHaveBeenCalledTimes(3);
  await emit('CLOSED');
  expect(onSettled).toHaveBeenCalledTimes(3);
  await emit('SETTLED');
  expect(onSettled).toHaveBeenCalledTimes(6);
});
