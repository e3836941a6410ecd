import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

// The audits of the specification "GraphQL over HTTP", as published by its working group.
it.each(serverAudits({ url: () => `${server.url}/graphql` }).map((audit) => [audit.name, audit] as const))(
  '%s',
  async (_name, audit) => {
    const result = await audit.fn();
    expect(result.status === 'ok' ? 'ok' : result).toBe('ok');
  },
);
