import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MeasuredReplica } from '../../server/composition/measuredReplica.ts';
import { dashboardQueries, readDashboard } from '../support/dashboard.ts';
import { WebSocket } from 'ws';
import { givenPlayer, type Person } from '../support/world/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let player: Person;
beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_PORT: '0' } });
  player = await givenPlayer(server);
});
afterAll(() => server.stop());

async function valueOf(series: string): Promise<number> {
  const text = await (await fetch(server.metricsUrl!)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
}

const refusals = (transport: string, reason: string) =>
  valueOf(`rangoli_refused_calls_total{transport="${transport}",reason="${reason}"}`);

const rest = (path: string, body: object, token = player.accessToken) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

const graphql = (query: string, token?: string) =>
  fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query }),
  });

const bet = { gameId: 'sapreHalf-202611200001', amount: 10, betType: 'number', betValue: 1 };

it('a refusal is counted by its code: as part of a GraphQL result, as a GraphQL error, and over REST', async () => {
  const counts = () =>
    Promise.all([
      refusals('graphql', 'INVALID_INPUT'),
      refusals('graphql', 'UNAUTHENTICATED'),
      refusals('rest', 'NOT_FOUND'),
      refusals('rest', 'UNAUTHENTICATED'),
    ]);
  const before = await counts();
  const feedback = 'mutation { submitFeedback(input: { rating: 9, text: "x" }) { __typename } }';
  await graphql(feedback, player.accessToken);
  await graphql(feedback);
  await rest('/sapre/placeBet', { ...bet, gameId: 'sapreHalf-202511200001' });
  await rest('/sapre/placeBet', bet, 'wrong');
  const after = await counts();
  expect(after.map((count, index) => count - before[index]!)).toEqual([1, 1, 1, 1]);
});

it('a document that is not valid is counted, under no name of its client', async () => {
  const before = await refusals('graphql', 'GRAPHQL_VALIDATION_FAILED');
  await graphql('query Invented { noSuchField }');
  expect(await refusals('graphql', 'GRAPHQL_VALIDATION_FAILED')).toBe(before + 1);
  expect(await (await fetch(server.metricsUrl!)).text()).not.toMatch(/Invented|noSuchField/);
});

it('REST calls are measured by operation and outcome', async () => {
  const calls = (outcome: string) =>
    valueOf(`rangoli_call_seconds_count{transport="rest",operation="placeBet",outcome="${outcome}"}`);
  const before = await calls('error');
  await rest('/sapre/placeBet', bet);
  await expect.poll(() => calls('error')).toBe(before + 1);
});

it('open sockets are counted until they close', async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await expect.poll(() => valueOf('rangoli_sockets')).toBe(1);
  socket.close();
  await expect.poll(() => valueOf('rangoli_sockets')).toBe(0);
});

it('each panel of the dashboard has a place of its own, and asks for what the server measures', async () => {
  const text = await (await fetch(server.metricsUrl!)).text();
  const withReplica = new Registry();
  await new MeasuredReplica({
    address: server.database.app.address,
    maxLagMs: 1_000,
    primary: server.database.app,
    ...server.services,
    metrics: { registry: withReplica },
  }).stop();
  const shown = `${text}\n${await withReplica.metrics()}`;
  const measured = new Set([...shown.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name));
  const { panels } = readDashboard();
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(panels.length);
  const asked = dashboardQueries().flatMap((query) => query.match(/\b(rangoli|process|nodejs)_\w+/g) ?? []);
  expect(new Set(asked).size).toBeGreaterThan(20);
  expect(asked.filter((name) => !measured.has(name.replace(/_(bucket|count)$/, '')))).toEqual([]);
  const unshown = [...measured].filter((name) => name?.startsWith('rangoli_') && !asked.join(' ').includes(name));
  expect(unshown).toEqual([]);
});
