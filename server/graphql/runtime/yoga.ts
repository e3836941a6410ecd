import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { ExecutionResult } from 'graphql';
import type { GraphQLContext } from './context.ts';
import type { Engine } from './engine.ts';
import { publicError } from './errors.ts';
import type { EventStreams } from './eventStreams.ts';
import { answerType, hashIn, headOf } from './httpAnswer.ts';

export type Yoga = YogaServerInstance<GraphQLContext, object>;

/**
 * Yoga, for everything that the short path doesn't handle: GET, server-sent events, other media types, and precise
 * errors for malformed requests. It runs operations on our engine, so that both paths give the same results.
 */
export function createYogaServer(engine: Engine, streams: EventStreams, onBug: (bug: unknown) => void): Yoga {
  return createYoga<GraphQLContext, object>({
    schema: engine.schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    multipart: false,
    // The engine masks errors of operations; this is for Yoga's own failures.
    maskedErrors: { maskError: (error) => publicError(error, onBug) },
    logging: false,
    parserAndValidationCache: false,
    plugins: [textsByHash(engine), onEngine(engine, streams), statusByResult],
  });
}

/** Gives a GET the text for the hash that it names, which is known (withText); a POST has it already. */
function textsByHash(engine: Engine): Plugin<GraphQLContext> {
  return {
    onParams({ params, setParams, context }) {
      const hash = hashIn(params);
      const text = hash === null ? null : engine.textOf(hash, context as GraphQLContext);
      if (typeof text === 'string') setParams({ ...params, query: text });
    },
  };
}

/** Replaces parsing, validation and execution by the engine's. */
function onEngine(engine: Engine, streams: EventStreams): Plugin<GraphQLContext> {
  return {
    onParse({ context, setParseFn }) {
      setParseFn((text: string) => {
        const prepared = engine.prepare(text, context);
        if ('document' in prepared) return prepared.document;
        throw new AggregateError(prepared.errors);
      });
    },
    onValidate({ setResult }) {
      setResult([]);
    },
    onExecute({ setExecuteFn }) {
      setExecuteFn(({ document, operationName, variableValues, contextValue }) =>
        engine.execute({ document, operationName, variables: variableValues, context: contextValue }),
      );
    },
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(async ({ document, operationName, variableValues, contextValue: context }) => {
        const events = await engine.subscribe({ document, operationName, variables: variableValues, context });
        return Symbol.asyncIterator in events ? streams.withReason(events, context) : events;
      });
    },
  };
}

/** Sets the same status and headers as the short path. */
const statusByResult: Plugin<GraphQLContext> = {
  onExecutionResult({ result, setResult, request }) {
    if (!result || Symbol.asyncIterator in result || Array.isArray(result)) return;
    const answer = result as ExecutionResult;
    if (!answer.errors || answer.errors.some((error) => error.extensions['http'])) return;
    const http = headOf(answer, answerType(request.headers.get('accept') ?? undefined));
    setResult({ ...answer, extensions: { ...answer.extensions, http } } as never);
  },
};
