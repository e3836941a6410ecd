import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { openOtlpTracer } from '../../server/platform/otlpTracer.ts';
import { listenAt } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type CollectedSpan, openCollector, type TestCollector } from '../support/testCollector.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';

let collector: TestCollector;
let server: TestServer;
let player: Person;
beforeAll(async () => {
  collector = await openCollector();
  server = await startTestServer({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_TRACES_SAMPLER_ARG: '1',
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
    },
  });
  player = await givenPlayer(server, { rupees: 100 });
});
afterAll(async () => {
  await server.stop();
  await collector.close();
});

const post = (path: string, body: object) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${player.accessToken}` },
    body: JSON.stringify(body),
  });

const gameId = () => slotAt('sapreHalf', server.clock.now()).gameId;

/** The spans of a request's trace, by name, once it has those of these names. */
async function traceOf(response: Response, names: string[]): Promise<Map<string, CollectedSpan>> {
  const requestId = response.headers.get('x-request-id');
  const isRoot = ({ attributes = [] }: CollectedSpan) =>
    attributes.some(({ key, value }) => key === 'rangoli.request_id' && value['stringValue'] === requestId);
  const spans = () => {
    const root = collector.spans.find(isRoot);
    return collector.spans.filter(({ traceId }) => traceId === root?.traceId);
  };
  await expect.poll(() => spans().map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  return new Map(spans().map((span) => [span.name, span]));
}

it('a bet is traced from its request to the commit and back to its subscriber', async () => {
  const listener = listenAt(server.url, player.accessToken);
  const heard = listener.listen('subscription { walletChanged { available } }');
  await expect
    .poll(async () => (await fetch(server.metricsUrl!)).text())
    .toContain('rangoli_subscribers{operation="walletChanged"} 1');
  const response = await post('/graphql', {
    query: `mutation { placeBet(input: { gameId: "${gameId()}", selection: { number: 7 }, amount: "10.00" }) { __typename } }`,
  });
  expect((await heard.next())['walletChanged']).toEqual({ available: '90.00' });
  const path = [
    'POST /graphql',
    'execute placeBet',
    'bet queue',
    'bet statement',
    'publish',
    'execute event',
    'broadcast',
  ];
  const trace = await traceOf(response, path);
  await listener.close();

  const idOf = (name: string) => trace.get(name)?.spanId;
  const parents = Object.fromEntries([...trace].map(([name, { parentSpanId }]) => [name, parentSpanId ?? '']));
  expect(parents).toEqual({
    'POST /graphql': '',
    'execute placeBet': idOf('POST /graphql'),
    'bet queue': idOf('execute placeBet'),
    'bet statement': idOf('execute placeBet'),
    publish: idOf('bet statement'),
    'execute event': idOf('publish'),
    broadcast: idOf('publish'),
  });
  const { traceId, links } = trace.get('bet statement')!;
  expect(links).toEqual([expect.objectContaining({ traceId, spanId: idOf('execute placeBet') })]);
  // In the order in which they begin.
  const begun = path.map((name) => BigInt(trace.get(name)!.startTimeUnixNano));
  expect(begun).toEqual(begun.toSorted((a, b) => Number(a - b)));
  expect(collector.services).toEqual(new Set(['rangoli']));
});

it('a statement is linked to each traced bet in it', async () => {
  const bets = await Promise.all(
    Array.from({ length: 3 }, () =>
      post('/sapre/placeBet', { gameId: gameId(), amount: 1, betType: 'number', betValue: 1 }),
    ),
  );
  expect(bets.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const bet of bets) {
    const executed = (await traceOf(bet, ['execute placeBet', 'bet queue'])).get('execute placeBet')!;
    const isLinked = () =>
      collector.spans.some(
        ({ name, links = [] }) => name === 'bet statement' && links.some(({ spanId }) => spanId === executed.spanId),
      );
    await expect.poll(isLinked).toBe(true);
  }
});

it('a request that fails is marked, and no span has what a client has typed', async () => {
  await server.database.pool.query('alter table feedback rename to feedback_away');
  const response = await post('/graphql', {
    query: 'mutation Invented { submitFeedback(input: { rating: 1, text: "secret words" }) { __typename } }',
  });
  const trace = await traceOf(response, ['POST /graphql', 'execute submitFeedback']);
  expect(trace.get('execute submitFeedback')?.status).toEqual({ code: 2 });
  expect(JSON.stringify(collector.spans)).not.toMatch(/secret words|Invented|@example/);
});

it('what is not sampled has no span, and costs no export', async () => {
  const quiet = await openCollector();
  const tracer = await openOtlpTracer({ endpoint: quiet.endpoint, serviceName: 'x', ratio: 0, log: { warn: vi.fn() } });
  expect(tracer.root('POST /graphql')).toBeUndefined();
  await tracer.stop();
  expect(quiet.spans).toEqual([]);
  await quiet.close();
});

it('spans for a collector that is away are dropped, with one warning', async () => {
  const away = await openCollector();
  await away.close();
  const log = { warn: vi.fn() };
  const tracer = await openOtlpTracer({ endpoint: away.endpoint, serviceName: 'x', ratio: 1, log });
  for (let spans = 0; spans < 10_000; spans += 1) tracer.root('a')?.end();
  await tracer.stop();
  expect(log.warn).toHaveBeenCalledOnce();
});

it('the packages are loaded only where tracing is on', () => {
  const text = readFileSync(new URL('../../server/platform/otlpTracer.ts', import.meta.url), 'utf8');
  const imports = text.match(/^import .*@opentelemetry.*$/gm) ?? [];
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter((line) => !line.startsWith('import type '))).toEqual([]);
});
