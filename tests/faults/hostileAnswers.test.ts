import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { ManualClock } from '../../server/platform/clock.ts';
import type { OutboundRequest } from '../../server/platform/outbound/call.ts';
import { OutboundClient } from '../../server/platform/outbound/client.ts';
import type { OutboundError, OutboundFault } from '../../server/platform/outbound/error.ts';
import {
  hostileAnswers,
  type HostileKind,
  type HostileServer,
  slowAnswers,
  type SlowKind,
  startHostileServer,
} from '../support/hostileServer.ts';
import { startTestServer, TEST_START } from '../support/server.ts';
import { startTestBeacon, testChain } from '../support/testBeacon.ts';
import { givenPlayer } from '../support/world/people.ts';

const TIMES = 8;
const LIMITS = { allowHttp: true, maxBodyBytes: 4_096, totalMs: 2_000, silenceMs: 1_000 } as const;
/**
 * What may be in use afterwards beside what was before: other tests of this process leave some. The answers have more than 1 GB
 * where they are read.
 */
const MAX_GROWTH_BYTES = 100e6;

const faults: Readonly<Record<HostileKind, OutboundFault>> = {
  brotli: 'ENCODED',
  'brotli in capitals': 'ENCODED',
  'brotli behind identity': 'ENCODED',
  gzip: 'ENCODED',
  deflate: 'ENCODED',
  'endless body': 'BODY_TOO_LONG',
  'endless body until closing': 'BODY_TOO_LONG',
  'endless headers': 'HEADERS_TOO_LONG',
  '10 MB of a header': 'HEADERS_TOO_LONG',
  'endless trailers': 'HEADERS_TOO_LONG',
  'endless chunk extension': 'MALFORMED',
  'endless informational answers': 'HEADERS_TOO_LONG',
  'huge length': 'BODY_TOO_LONG',
  'huge JSON': 'BODY_TOO_LONG',
  'too long a length': 'CONNECTION',
  'two lengths': 'MALFORMED',
  'length and chunks': 'MALFORMED',
  'redirect to itself': 'REDIRECTED',
  'redirect elsewhere': 'REDIRECTED',
  'switched protocols': 'MALFORMED',
  'reset connection': 'CONNECTION',
  'closed connection': 'CONNECTION',
  'invalid UTF-8': 'MALFORMED',
  'no HTTP': 'MALFORMED',
};
const kinds = Object.keys(hostileAnswers) as HostileKind[];
const slowKinds = Object.keys(slowAnswers) as SlowKind[];

let hostile: HostileServer;
beforeAll(async () => {
  hostile = await startHostileServer();
});
afterAll(() => hostile.stop());

const repeated = <Kind>(all: readonly Kind[]) => all.flatMap((kind) => Array.from({ length: TIMES }, () => kind));

/** The fault of a call, or its text. */
async function outcome(client: OutboundClient, request: Partial<OutboundRequest> & { url: string }): Promise<string> {
  try {
    return (await client.request({ ...LIMITS, ...request })).text;
  } catch (error) {
    return (error as OutboundError).fault;
  }
}

/** Bytes in use once the garbage is collected. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('200 hostile answers', () => {
  test('are refused, each for its reason, and leave neither memory nor connections behind', async () => {
    expect((kinds.length + slowKinds.length) * TIMES).toBeGreaterThan(200);
    const client = new OutboundClient(new ManualClock(0));
    await outcome(client, { url: hostile.url('brotli') });
    const before = usedBytes();
    const all = repeated(kinds);
    const found = await Promise.all(all.map((kind) => outcome(client, { url: hostile.url(kind) })));
    expect(all.map((kind, index) => `${kind}: ${found[index]}`)).toEqual(all.map((kind) => `${kind}: ${faults[kind]}`));
    await vi.waitFor(() => expect(hostile.open.size).toBe(0), { timeout: 20_000 });
    await vi.waitFor(() => expect(usedBytes() - before).toBeLessThan(MAX_GROWTH_BYTES), { timeout: 20_000 });
    expect(await outcome(client, { url: hostile.url('honest') })).toBe('{"round":1}');
    client.close();
  });

  test('are given up at the deadline where they are slow, and in TLS that never begins', async () => {
    const clock = new ManualClock(0);
    const client = new OutboundClient(clock);
    const urls = [...slowKinds.map((kind) => hostile.url(kind)), `https://${hostile.host}/tls`];
    const all = repeated(urls);
    const left = new Set(all.keys());
    const found = all.map((url, index) => outcome(client, { url }).finally(() => left.delete(index)));
    while (left.size > 0) {
      clock.advance(100);
      hostile.tick();
      await turn();
    }
    for (const fault of await Promise.all(found)) expect(['TIMEOUT', 'STALLED']).toContain(fault);
    expect(clock.now()).toBeLessThanOrEqual(LIMITS.totalMs);
    await vi.waitFor(() => expect(hostile.open.size).toBe(0), { timeout: 20_000 });
    client.close();
  });

  test('neither stop rounds nor delay them while one relay of the beacon is honest', async () => {
    let now = TEST_START;
    const beacon = await startTestBeacon({ now: () => now });
    const relays = [
      'brotli',
      'endless body',
      'endless headers',
      'huge JSON',
      'nothing at all',
      'reset connection',
    ] as const;
    const server = await startTestServer({
      env: { BEACON: `drand:${[...relays.map((kind) => hostile.url(kind)), ...beacon.relays].join(',')}` },
      beaconChain: testChain,
    });
    try {
      await givenPlayer(server, { rupees: 100 });
      const { gameId, closesAt, endsAt } = slotAt('sapreHalf', TEST_START);
      const read = async () =>
        (
          await server.execute('query ($gameId: String!) { contest(gameId: $gameId) { state timelock drawVersion } }', {
            gameId,
          })
        )['contest'] as Record<string, unknown>;
      await vi.waitFor(async () => expect((await read())['timelock']).not.toBeNull(), { timeout: 20_000 });
      for (const instant of [closesAt, endsAt]) {
        now = instant;
        server.clock.set(instant);
        await server.contestClock.idle();
      }
      const settled = async () => {
        server.clock.advance(50);
        expect(await read()).toMatchObject({ state: 'SETTLED', drawVersion: 'COLOUR_PF_2' });
      };
      await vi.waitFor(settled, { timeout: 20_000, interval: 20 });
    } finally {
      await server.stop();
      await beacon.stop();
    }
  });
});
