import { afterAll, beforeAll, expect, it } from 'vitest';
import { Api } from '../../server/load/api.ts';
import { loadReport } from '../../server/load/loadReport.ts';
import { runLoad } from '../../server/load/loadRun.ts';
import { register, signIn } from '../../server/load/simulatedPlayers.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { PLAY_CREDIT: '1000' } });
});
afterAll(() => server.stop());

it('bets at the rate asked for, keeps sockets open, measures when a number arrives, and reports all of it', async () => {
  const api = new Api(server.url);
  const token = async () =>
    (await signIn(api, await register(api, (email) => server.services.simulationKeys.keyFor(email)))).accessToken;
  const players = [await token(), await token()];
  const over = new AbortController();
  let endedAt: number | undefined;
  const run = await runLoad({
    url: server.url,
    // As many as 15,000 sockets have: more than the arguments of a process hold.
    tokens: Array.from({ length: 500 }, () => players).flat(),
    bets: 40,
    stake: '0.10',
    sockets: 6,
    seconds: 60,
    clockOffsetMs: server.clock.now() - Date.now(),
    signal: over.signal,
    onSample({ sockets, at }) {
      if (sockets === 6 && endedAt === undefined) {
        endedAt = at;
        server.clock.advance(30_000);
        void server.contestClock.idle();
      }
      if (endedAt !== undefined && at > endedAt + 6) over.abort();
    },
  });
  const placed = run.samples.reduce((sum, { bets }) => sum + bets, 0);
  expect(placed).toBeGreaterThan(100);
  const { rows } = await server.database.pool.query<{ bets: number }>('select count(*)::int as bets from bets');
  // What was answered after the last report is in no sample.
  expect(rows[0]?.bets).toBeGreaterThanOrEqual(placed);
  // On the whole: what a busy machine could not send in one second is sent in the next.
  expect(placed).toBeLessThan(80 * (1 + (run.samples.at(-1)?.at ?? 0)));
  expect(run.lags.map(({ game }) => game)).toContain('SAPRE_HALF');
  const page = loadReport({ title: 'Load <test>', about: ['A & B'], ...run });
  expect(page).toContain('<title>Load &lt;test&gt;</title>');
  expect(page.match(/<polyline/g)?.length).toBeGreaterThan(7);
  expect(page).not.toMatch(/NaN|Infinity|src=|https?:/);
}, 90_000);
