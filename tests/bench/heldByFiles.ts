import { hostileStatements } from '../support/hostileStatements.ts';
import { givenAdmin } from '../support/world/people.ts';
import type { HeldServerAnswer, HeldServerRequest, HeldServerSetup } from './heldServer.ts';
import { median } from './measure.ts';
import type { Bench } from './part.ts';
import { startProcess } from './processes.ts';
import { atMost, type Finding } from './report.ts';

const HELD_MS = 50;
const SENDS = 5;

const preview = `mutation ($input: PreviewStatementInput!) {
  previewStatement(input: $input) { ... on InvalidInput { message } ... on PreviewStatementPayload { problem } }
}`;

/** How long bank statements that are made to keep a server busy hold its event loop, in CPU time of its thread. */
export async function heldByFiles(bench: Bench): Promise<Finding[]> {
  bench.say('bank statements');
  const database = await bench.postgres.createDatabase('hostile_files');
  const setup: HeldServerSetup = { address: database.address, clock: 'manual', env: {} };
  const server = await startProcess('./heldServer.ts', setup);
  try {
    const admin = await givenAdmin({ url: server.ready.url, database });
    const held: { name: string; ms: number }[] = [];
    for (const { name, text } of hostileStatements) {
      const content = Buffer.from(text).toString('base64');
      const times: number[] = [];
      for (let sent = 0; sent < SENDS; sent += 1) {
        await server.ask({ action: 'watch' } satisfies HeldServerRequest);
        const { previewStatement } = await admin.execute(preview, { input: { content } });
        // readInThread.test.ts compares the messages. A table without known columns has a problem instead: they are to be chosen.
        if ((previewStatement.message ?? previewStatement.problem) == null)
          throw new Error(`${name}: ${JSON.stringify(previewStatement)}`);
        times.push((await server.ask<HeldServerAnswer>({ action: 'held' } satisfies HeldServerRequest)).heldMs);
      }
      held.push({ name, ms: median(times) });
    }
    return held.map(({ name, ms }) =>
      atMost(`the event loop is held by a bank statement (${name})`, ms, HELD_MS, 'ms'),
    );
  } finally {
    await server.stop();
    await database.close();
  }
}
