import { expect, test } from 'vitest';
import type { CallBudget, Taken } from '../../domain/ground/calls/callBudget.ts';
import { DomainError } from '../../domain/ground/refusals/errors.ts';
import { ManualClock } from '../../platform/clock.ts';
import { ServerBusyError } from '../../platform/serverBusy.ts';
import { payForEvent } from './payForEvent.ts';

const caller = { actor: { kind: 'anonymous' }, address: '192.0.2.1' } as const;
const settled = () => new Promise((resolve) => setImmediate(resolve));
const limited = (retryAfterSeconds: number) => new DomainError('RATE_LIMITED', 'Please wait.', { retryAfterSeconds });

/**
 * Pays five points from a budget that refuses with each of `refusals` first, and whose pace rejects with each of `busy`. `ended`
 * resolves when the payment has succeeded, failed or been given up.
 */
function paying({ refusals = [], busy = [] }: { refusals?: Error[]; busy?: Error[] }) {
  const clock = new ManualClock(0);
  const taken: Taken[] = [];
  const turns: number[] = [];
  const budget: CallBudget = {
    take(call) {
      taken.push(call);
      const refusal = refusals.shift();
      if (refusal) throw refusal;
    },
    turn(_caller, points) {
      turns.push(points);
      const refusal = busy.shift();
      return refusal && Promise.reject(refusal);
    },
    points: () => null,
  };
  const state = { isOver: false, isPaid: false, failure: undefined as unknown };
  const ended = payForEvent({ budget, caller, points: 5 }, clock, () => state.isOver).then(
    () => void (state.isPaid = true),
    (error: unknown) => void (state.failure = error),
  );
  return { clock, taken, turns, state, ended };
}

test('takes the event’s points from its caller’s bucket, and waits for its turn', async () => {
  const { taken, turns, ended, state } = paying({});
  await ended;
  expect(state.isPaid).toBe(true);
  expect(taken).toEqual([{ kind: 'other', count: 5, ...caller }]);
  expect(turns).toEqual([5]);
});

test('waits as long as an empty bucket tells, and tries again', async () => {
  const { clock, taken, turns, ended, state } = paying({ refusals: [limited(3), limited(2)] });
  await settled();
  expect(taken).toHaveLength(1);
  clock.advance(2_999);
  await settled();
  expect(taken).toHaveLength(1);
  clock.advance(1);
  await settled();
  expect(taken).toHaveLength(2);
  expect(turns).toEqual([]);
  clock.advance(2_000);
  await ended;
  expect(state.isPaid).toBe(true);
  expect(taken).toHaveLength(3);
});

test('waits for a busy server without paying twice', async () => {
  const { clock, taken, turns, ended } = paying({ busy: [new ServerBusyError(4)] });
  await settled();
  expect(turns).toHaveLength(1);
  clock.advance(4_000);
  await ended;
  expect(taken).toHaveLength(1);
  expect(turns).toHaveLength(2);
});

test('stops waiting once nobody asks for events any more', async () => {
  const { clock, taken, turns, state, ended } = paying({ refusals: [limited(3)] });
  await settled();
  state.isOver = true;
  clock.advance(3_000);
  await ended;
  expect(taken).toHaveLength(1);
  expect(turns).toEqual([]);
});

test('fails where waiting does not help', async () => {
  const refusal = new DomainError('INVALID_INPUT', 'It costs too much.', { field: null, detail: 'It costs too much.' });
  const { state, ended } = paying({ refusals: [refusal] });
  await ended;
  expect(state).toMatchObject({ isPaid: false, failure: refusal });
});
