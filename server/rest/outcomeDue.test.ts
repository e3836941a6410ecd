import { describe, expect, it } from 'vitest';
import { contextFor, type Services } from '../domain/ground/verbs/context.ts';
import type { DomainEvent } from '../domain/ground/verbs/events.ts';
import { ManualClock } from '../platform/clock.ts';
import { EventBus } from '../platform/events.ts';
import { readOnceDecided } from './outcomeDue.ts';

const decided = { type: 'contestChanged', gameType: 'sapreOne', contestId: '1', phase: 'DECIDED' } as const;

/** Whether a request at the very end of a round reads the outcome. */
function readAtTheEnd() {
  const clock = new ManualClock(60_000);
  const events = new EventBus<DomainEvent>();
  const state = { outcome: false, readings: 0, answered: false };
  const ctx = contextFor({ clock, events } as unknown as Services, { kind: 'anonymous' });
  const answer = readOnceDecided(
    ctx,
    () => {
      state.readings += 1;
      return Promise.resolve(state.outcome);
    },
    (outcome) => !outcome,
    ({ gameType }) => gameType === 'sapreOne',
  ).then((result) => {
    state.answered = true;
    return result;
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { clock, events, state, answer, settle };
}

describe('waiting for an outcome that is due', () => {
  it('answers as soon as the outcome is published, with the time of that read', async () => {
    const { clock, events, state, answer, settle } = readAtTheEnd();
    await settle();
    clock.advance(150);
    state.outcome = true;
    events.publish(decided);
    const { reading, now } = await answer;
    expect({ reading, at: now.now.getTime(), readings: state.readings }).toEqual({
      reading: true,
      at: 60_150,
      readings: 2,
    });
  });

  it('notices a change while it reads', async () => {
    const { events, state, answer } = readAtTheEnd();
    state.outcome = true;
    events.publish(decided);
    expect((await answer).reading).toBe(true);
  });

  it('reads on when a change brings nothing, and passes over other games', async () => {
    const { events, state, settle, clock, answer } = readAtTheEnd();
    await settle();
    events.publish({ ...decided, gameType: 'sapreHalf' });
    await settle();
    expect(state.readings).toBe(1);
    events.publish(decided);
    await settle();
    expect(state).toMatchObject({ readings: 2, answered: false });
    clock.advance(4_000);
    await answer;
  });

  it('gives up after 4 s, and not before', async () => {
    const { clock, state, answer, settle } = readAtTheEnd();
    await settle();
    clock.advance(3_999);
    await settle();
    expect(state.answered).toBe(false);
    clock.advance(1);
    expect((await answer).reading).toBe(false);
  });
});
