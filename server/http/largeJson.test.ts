import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurns } from './largeJson.ts';

const parser = inTurns((_request: undefined, text, done) => done(null, JSON.parse(text)));

/** Turns of the event loop until the body is there. */
async function turnsFor(text: string): Promise<{ turns: number; body: unknown }> {
  let body: unknown;
  parser(undefined, text, (_error, parsed) => (body = parsed));
  for (let turns = 0; ; turns += 1) {
    if (body !== undefined) return { turns, body };
    await nextTurn();
  }
}

test('a body of a usual size is read at once', async () => {
  expect(await turnsFor('{"a":1}')).toEqual({ turns: 0, body: { a: 1 } });
});

test('a large one is joined, parsed and used in turns of their own', async () => {
  const content = 'A'.repeat(300_000);
  const { turns, body } = await turnsFor(JSON.stringify({ content }));
  expect(body).toEqual({ content });
  expect(turns).toBeGreaterThanOrEqual(2);
});
