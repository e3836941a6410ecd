import { execute, getIntrospectionQuery, parse, type ExecutionResult } from 'graphql';
import { expect, test } from 'vitest';
import { perRequest } from '../builder/loader.ts';
import { schema } from '../schema/schema.ts';
import { Steps } from './steps.ts';
import type { GraphQLContext } from './context.ts';

/** Steps of which each one waits for `go`, beyond those that are free. */
function heldSteps() {
  const waiting: (() => void)[] = [];
  const steps = new Steps({ step: () => new Promise((resolve) => waiting.push(resolve)) });
  return { steps, waiting };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an operation’s objects wait for their turn, but for the first 64', async () => {
  const { steps, waiting } = heldSteps();
  for (let object = 0; object < 64; object += 1) expect(steps.next()).toBe(true);
  const next = steps.next();
  expect(next).toBeInstanceOf(Promise);
  waiting[0]?.();
  expect(await next).toBe(true);
});

test('the description of the whole schema is made in steps, and is the same', async () => {
  const document = parse(getIntrospectionQuery());
  const atOnce = execute({ schema, document }) as ExecutionResult;
  expect(atOnce.errors).toBeUndefined();
  const { steps, waiting } = heldSteps();
  const result = execute({ schema, document, contextValue: { steps } }) as Promise<ExecutionResult>;
  let turns = 0;
  while (turns === 0 || waiting.length > 0) {
    for (const go of waiting.splice(0, 50)) go();
    await settled();
    turns += 1;
  }
  expect(turns).toBeGreaterThan(50);
  expect(await result).toEqual(atOnce);
});

test('what objects ask a loader for is one batch, although some wait', async () => {
  const { steps, waiting } = heldSteps();
  const batches: (readonly bigint[])[] = [];
  const load = perRequest((_ctx, ids) => {
    batches.push(ids);
    return Promise.resolve(ids.map(String));
  });
  const ctx = { steps } as GraphQLContext;
  const objects = Array.from({ length: 66 }, async (_, at) => {
    await steps.next();
    return load(ctx, BigInt(at));
  });
  await settled();
  await settled();
  expect(batches).toEqual([]);
  waiting[0]?.();
  await settled();
  expect(batches).toEqual([]);
  waiting[1]?.();
  expect(await Promise.all(objects)).toHaveLength(66);
  expect(batches).toHaveLength(1);
});
