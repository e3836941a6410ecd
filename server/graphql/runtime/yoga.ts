import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { ExecutionResult } from 'graphql';
import type { GraphQLContext } from './context.ts';
import type { Engine } from './engine.ts';
import { publicError } from './errors.ts';
import { answerType, headOf } from './httpAnswer.ts';

export type Yoga = YogaServerInstance<GraphQLContext, object>;

/**
 * Yoga, for everything that the short path doesn't handle: GET, server-sent events, other media types, and precise
 * errors for malformed requests. It runs operations on our engine, so that both paths give the same results.
 */
export function createYogaServer(engine: Engine, onBug: (bug: unknown) => void): Yoga {
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
    plugins: [onEngine(engine), statusByResult],
  });
}

/** Replaces parsing, validation and execution by the engine's. */
function onEngine(engine: Engine): Plugin<GraphQLContext> {
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
      setSubscribeFn(({ document, operationName, variableValues, contextValue }) =>
        engine.subscribe({ document, operationName, variables: variableValues, context: contextValue }),
      );
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
