import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Behaviour, startTestBeacon, testChain, type TestBeacon } from '../../../tests/support/testBeacon.ts';
import { ManualClock } from '../clock.ts';
import { OutboundClient } from '../outbound/client.ts';
import { isSignatureOf, quicknet, randomnessOf } from './chain.ts';
import { fetchRound } from './relays.ts';
import { timeOfRound } from '../../../tests/support/timeOfRound.ts';

const ROUND = 5_000;
const dueAt = timeOfRound(testChain, ROUND);
const deadline = dueAt + 60_000;

let beacon: TestBeacon;
afterEach(() => beacon.stop());

/** A fetch under way, from relays that behave so, and what went wrong with them. */
async function fetching(clock: ManualClock, behaviours: [Behaviour, ...Behaviour[]], signal?: AbortSignal) {
  beacon = await startTestBeacon(clock, behaviours.length);
  beacon.behave(...behaviours);
  const failures: string[] = [];
  const onFailure = (_relay: string, error: unknown) => failures.push(String(error));
  const options = { chain: testChain, relays: beacon.relays, clock, outbound: new OutboundClient(clock), onFailure };
  return { found: fetchRound(options, ROUND, { deadline, ...(signal && { signal }) }), failures };
}

/** Moves the clock a little, until the condition holds. */
async function advanceUntil(clock: ManualClock, condition: () => boolean) {
  await vi.waitFor(
    () => {
      clock.advance(50);
      if (!condition()) throw new Error('not yet');
    },
    { timeout: 20_000 },
  );
}

describe('a round of the beacon', () => {
  it('comes with its signature, and randomness that is the hash of it', async () => {
    const { found } = await fetching(new ManualClock(dueAt), ['honest']);
    const round = await found;
    expect(round?.round).toBe(ROUND);
    expect(isSignatureOf(testChain, ROUND, round?.signature ?? Buffer.alloc(0))).toBe(true);
    expect(isSignatureOf(quicknet, ROUND, round?.signature ?? Buffer.alloc(0))).toBe(false);
    expect(round?.randomness).toEqual(randomnessOf(round?.signature ?? Buffer.alloc(0)));
  });

  it.each(['lying', 'out of order', 'endless', 'failing', 'redirecting', 'silent'] as const)(
    'is taken from an honest relay where another is %s',
    async (behaviour) => {
      const { found } = await fetching(new ManualClock(dueAt), [behaviour, 'honest']);
      expect((await found)?.round).toBe(ROUND);
    },
  );

  it.each([
    ['lying', /does not verify/],
    ['out of order', /round 4999/],
    ['endless', /too long/],
    ['failing', /500/],
    ['redirecting', /is a redirect to/],
  ] as const)('is not taken from a relay that is %s, which is retried', async (behaviour, problem) => {
    const clock = new ManualClock(dueAt);
    const { found, failures } = await fetching(clock, [behaviour]);
    await advanceUntil(clock, () => failures.length >= 2);
    expect(failures[0]).toMatch(problem);
    beacon.behave('honest');
    await advanceUntil(clock, () => beacon.asked.length > failures.length);
    expect((await found)?.round).toBe(ROUND);
  });

  it('is retried where a relay is silent for two seconds', async () => {
    const clock = new ManualClock(dueAt);
    const { found, failures } = await fetching(clock, ['silent']);
    await vi.waitFor(() => expect(beacon.asked).toHaveLength(1));
    clock.advance(1_999);
    expect(failures).toEqual([]);
    beacon.behave('honest');
    clock.advance(1);
    await vi.waitFor(() => expect(failures).toHaveLength(1));
    clock.advance(200);
    expect((await found)?.round).toBe(ROUND);
  });

  it('is fetched once the relays have it, when asked for too early', async () => {
    const clock = new ManualClock(dueAt - 150);
    const { found, failures } = await fetching(clock, ['honest']);
    await vi.waitFor(() => expect(failures).toHaveLength(1));
    clock.advance(200);
    expect((await found)?.round).toBe(ROUND);
  });

  it('is given up at the deadline, or when asked to', async () => {
    const clock = new ManualClock(dueAt);
    const { found } = await fetching(clock, ['silent', 'lying']);
    clock.set(deadline);
    expect(await found).toBeNull();
    await beacon.stop();
    const stop = new AbortController();
    const second = await fetching(clock, ['silent'], stop.signal);
    stop.abort();
    expect(await second.found).toBeNull();
  });
});
