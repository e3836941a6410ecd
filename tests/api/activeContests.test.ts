import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const games = ['SAPRE_HALF', 'SAPRE_ONE', 'SAPRE_THREE'];

/** The answer to a query of these fields for each game, and the statements that it made. */
async function ask(fields: string) {
  const query = vi.spyOn(server.services.db.$client, 'query');
  try {
    const parts = games.map((game) => `${game}: activeContest(gameType: ${game}) { ${fields} }`);
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ ${parts.join(' ')} }` }),
    });
    const { data } = (await answer.json()) as { data: Record<string, Record<string, unknown>> };
    const texts = query.mock.calls.map(([config]) => (config as unknown as { text: string }).text);
    // Events of the rounds that have just begun may be announced in between.
    return { data, statements: texts.filter((text) => !text.includes('pg_notify')) };
  } finally {
    query.mockRestore();
  }
}

it('the running rounds of all games are read by one statement for a call', async () => {
  const { data, statements } = await ask('gameType gameId state');
  for (const game of games) expect(data[game]).toMatchObject({ gameType: game, state: 'OPEN' });
  expect(statements).toHaveLength(1);
});

it('the rounds beside them are read by one more', async () => {
  const { data, statements } = await ask('previousGameId nextGameId');
  for (const game of games) expect(data[game]).toEqual({ previousGameId: null, nextGameId: null });
  expect(statements).toHaveLength(2);
});
