import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('the running rounds of all games are read by one statement for a call', async () => {
  const query = vi.spyOn(server.services.db.$client, 'query');
  const games = ['SAPRE_HALF', 'SAPRE_ONE', 'SAPRE_THREE'];
  const fields = games.map((game) => `${game}: activeContest(gameType: ${game}) { gameType gameId state }`);
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ ${fields.join(' ')} }` }),
  });
  const { data } = (await answer.json()) as { data: Record<string, { gameType: string; state: string }> };
  for (const game of games) expect(data[game]).toMatchObject({ gameType: game, state: 'OPEN' });
  // Events of the rounds that have just begun may be announced in between.
  const texts = query.mock.calls.map(([config]) => (config as unknown as { text: string }).text);
  expect(texts.filter((text) => !text.includes('pg_notify'))).toHaveLength(1);
});
