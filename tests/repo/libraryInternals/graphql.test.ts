import SchemaBuilder from '@pothos/core';
import DataloaderPlugin from '@pothos/plugin-dataloader';
import RelayPlugin from '@pothos/plugin-relay';
import { fastify } from 'fastify';
import {
  type ExecutionResult,
  GraphQLError,
  graphql,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
} from 'graphql';
import { makeServer } from 'graphql-ws';
import { createYoga, type Plugin } from 'graphql-yoga';
import { describe, expect, test, vi } from 'vitest';
import { done, eventIterator } from '../../../server/graphql/runtime/eventIterator.ts';

const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { hello: { type: GraphQLString, resolve: () => 'here' } } }),
  subscription: new GraphQLObjectType({ name: 'Subscription', fields: { told: { type: GraphQLString } } }),
});

describe('@pothos/plugin-dataloader', () => {
  test('loads by the `getDataloader` extension of a type, of which it uses `load` only (graphql/node.ts)', async () => {
    const builder = new SchemaBuilder<object>({ plugins: [RelayPlugin, DataloaderPlugin], relay: {} });
    const ref = builder.loadableNodeRef<{ id: number }, number, number, number, { id: number }>('Thing', {
      id: { resolve: ({ id }) => id, parse: Number },
      load: (ids) => Promise.resolve(ids.map((id) => ({ id }))),
    });
    const load = vi.fn((id: number) => Promise.resolve({ id: id + 1 }));
    const getDataloader = vi.fn(() => ({ load }));
    ref.updateConfig((config) => {
      expect(config.extensions?.['getDataloader']).toBe(ref.getDataloader);
      return { ...config, extensions: { ...config.extensions, getDataloader } };
    });
    ref.implement({ fields: (t) => ({ number: t.int({ resolve: ({ id }) => id }) }) });
    builder.queryType({
      fields: (t) => ({
        byId: t.field({ type: ref, nullable: true, resolve: () => 1 }),
        row: t.field({ type: ref, nullable: true, resolve: () => ({ id: 7 }) }),
      }),
    });
    const made = builder.toSchema();

    const { data, errors } = await graphql({
      schema: made,
      source: '{ byId { number } row { number } }',
      contextValue: {},
    });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ byId: { number: 2 }, row: { number: 7 } });
    expect(getDataloader).toHaveBeenCalledTimes(2);
    expect(load.mock.calls).toEqual([[1]]);
    expect(made.getType('Thing')?.extensions['getDataloader']).toBe(getDataloader);
  });
});

/** A socket of graphql-ws without a network: the messages it sends, and a function that gives it one. */
async function openSocket(server: ReturnType<typeof makeServer>) {
  const sent: { type: string; id?: string }[] = [];
  let handle: (message: string) => Promise<void> = () => Promise.resolve();
  const closed = server.opened(
    {
      protocol: 'graphql-transport-ws',
      send: (message) => void sent.push(JSON.parse(message) as { type: string }),
      close: () => {},
      onMessage: (onMessage) => (handle = onMessage),
    },
    {},
  );
  await handle('{"type":"connection_init"}');
  return { sent, receive: (message: object) => handle(JSON.stringify(message)), close: () => closed(1000, '') };
}

const subscribe = { id: '1', type: 'subscribe', payload: { query: 'subscription { told }' } };

describe('graphql-ws', () => {
  test('counts an operation before `onSubscribe`, and passes on the object that it returns (graphql/sockets.ts)', async () => {
    const args = { schema, document: parse('{ hello }'), ours: 'kept' };
    const counted: string[][] = [];
    const execute = vi.fn(() => ({ data: {} }));
    const onOperation = vi.fn();
    const server = makeServer({
      onSubscribe: ({ subscriptions }) => {
        counted.push(Object.keys(subscriptions));
        return args;
      },
      execute,
      onOperation,
    });
    const { receive, close } = await openSocket(server);
    await receive({ id: '1', type: 'subscribe', payload: { query: '{ hello }' } });
    await close();
    expect(counted).toEqual([['1']]);
    expect((execute.mock.calls as unknown[][])[0]?.[0]).toBe(args);
    expect((onOperation.mock.calls as unknown[][])[0]?.[3]).toBe(args);
  });

  test('completes a subscription whose iterator ends without an event (graphql/subscriptionHub.ts)', async () => {
    const iterator = eventIterator<ExecutionResult>(
      () => Promise.resolve(done),
      () => Promise.resolve(done),
    );
    const server = makeServer({
      onSubscribe: () => ({ schema, document: parse('subscription { told }') }),
      subscribe: () => iterator,
    });
    const { sent, receive, close } = await openSocket(server);
    await receive(subscribe);
    expect(sent).toEqual([{ type: 'connection_ack' }, { type: 'complete', id: '1' }]);
    await close();
  });

  test('calls `return` of an iterator whose client unsubscribes, while `next` is pending (graphql/eventIterator.ts)', async () => {
    let end: (result: typeof done) => void = () => {};
    let begin: () => void = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const leave = vi.fn(() => {
      end(done);
      return Promise.resolve(done);
    });
    const iterator = eventIterator<ExecutionResult>(() => {
      begin();
      return new Promise((resolve) => (end = resolve));
    }, leave);
    const server = makeServer({
      onSubscribe: () => ({ schema, document: parse('subscription { told }') }),
      subscribe: () => iterator,
    });
    const { receive, close } = await openSocket(server);
    const running = receive(subscribe);
    await begun;
    expect(leave).not.toHaveBeenCalled();
    await receive({ id: '1', type: 'complete' });
    await running;
    expect(leave).toHaveBeenCalledTimes(1);
    await close();
  });
});

class CallContext {
  private readonly answer = 'from its class';
  name(): string {
    return this.answer;
  }
}

describe('graphql-yoga', () => {
  test('gives resolvers an object that has the methods of the context’s class (graphql/callers.ts)', async () => {
    const hello = vi.fn((_root: unknown, _args: unknown, context: CallContext) => context.name());
    const yoga = createYoga<CallContext, object>({
      schema: new GraphQLSchema({
        query: new GraphQLObjectType({
          name: 'Query',
          fields: { hello: { type: GraphQLString, resolve: hello as never } },
        }),
      }),
      logging: false,
    });
    const app = fastify();
    app.get('/graphql', async (request, reply) =>
      reply.send(await yoga.handleNodeRequestAndResponse(request, reply, new CallContext())),
    );
    const response = await app.inject('/graphql?query={hello}');
    expect(response.json()).toEqual({ data: { hello: 'from its class' } });
  });

  test('answers with every error of an AggregateError thrown by `parse` (graphql/yoga.ts)', async () => {
    const failing: Plugin = {
      onParse: ({ setParseFn }) =>
        setParseFn(() => {
          throw new AggregateError([new GraphQLError('first'), new GraphQLError('second')]);
        }),
    };
    const yoga = createYoga({ schema, logging: false, plugins: [failing] });
    const response = await yoga.fetch('http://localhost/graphql?query={hello}');
    expect(await response.json()).toMatchObject({ errors: [{ message: 'first' }, { message: 'second' }] });
  });

  test('takes status and headers from a result’s `extensions.http`, and leaves it out of the body (graphql/yoga.ts)', async () => {
    const http = { status: 429, headers: { 'retry-after': '7' } };
    const yoga = createYoga({
      schema,
      logging: false,
      plugins: [{ onExecutionResult: ({ setResult }) => setResult({ data: null, extensions: { http } } as never) }],
    });
    const response = await yoga.fetch('http://localhost/graphql?query={hello}');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await response.json()).toEqual({ data: null });
  });
});
