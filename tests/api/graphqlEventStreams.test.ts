import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenPlayer } from '../support/world/people.ts';

describe('a stream of server-sent events that the server ends', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  /** Begins a stream; its results come when it has ended. */
  async function stream(token?: string, url = server.url) {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query: 'subscription { contestChanged(gameType: SAPRE_HALF) { phase } }' }),
    });
    const results = response.text().then((text) => {
      const events = text.split('\n\n').filter((event) => event.startsWith('event: next'));
      return events.map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)) as object);
    });
    return { results };
  }

  it('with the session says so', async () => {
    const player = await givenPlayer(server);
    const { results } = await stream(player.accessToken);
    const { logout } = await player.execute(
      'mutation ($refreshToken: String!) { logout(input: { refreshToken: $refreshToken }) { __typename } }',
      { refreshToken: player.refreshToken },
    );
    expect(logout.__typename).toBe('LogoutPayload');
    expect((await results).at(-1)).toEqual({
      errors: [{ message: 'The session has ended, or has other roles.', extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  it('because it stops says so, with or without a session', async () => {
    const stopping = await startTestServer();
    const player = await givenPlayer(stopping);
    const streams = await Promise.all([undefined, player.accessToken].map((token) => stream(token, stopping.url)));
    await stopping.stop();
    for (const { results } of streams) {
      expect((await results).at(-1)).toMatchObject({ errors: [{ extensions: { code: 'SHUTDOWN' } }] });
    }
  });
});
