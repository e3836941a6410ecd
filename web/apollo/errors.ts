import type { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { errors } from '#messages/errors.ts';
import { refusals } from '#messages/refusals.ts';

/** The `extensions.code` of the first top-level error, when the server answered with one. */
export function topLevelCode(error: unknown): string | undefined {
  if (!isAnswered(error)) return undefined;
  const code = error.errors[0]?.extensions?.['code'];
  return typeof code === 'string' ? code : undefined;
}

/** The message shown for a failed call: web/pages/README.md#messages. */
export function errorText(error: unknown): string {
  const code = topLevelCode(error);
  if (code === 'INTERNAL_SERVER_ERROR') return serverError(error);
  const said = isAnswered(error) ? (error.errors[0]?.message ?? '') : '';
  const translated = refusals[said.replaceAll(/\d+(\.\d+)?/g, '#')] ?? refusals[code ?? ''];
  if (translated !== undefined) return translated;
  if (isAnswered(error)) return errors.answered(error.errors[0]?.message ?? error.message);
  if (isServerError(error)) {
    return error.statusCode === 500 ? errors.server : errors.status(error.statusCode);
  }
  return isLocal(error) ? errors.answered(error.message) : errors.network;
}

/** With the id of the request, by which the operator finds the error in the log. */
function serverError(error: unknown): string {
  const id = isAnswered(error) ? error.errors[0]?.extensions?.['requestId'] : undefined;
  return typeof id === 'string' ? errors.serverRequest(id) : errors.server;
}

// By name, so that pages without Apollo Client can name errors too.
function isAnswered(error: unknown): error is CombinedGraphQLErrors {
  return error instanceof Error && error.name === 'CombinedGraphQLErrors';
}

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && error.name === 'ServerError';
}

/** True for an error of this device. A network failure is a TypeError from `fetch`, and not an Error from a socket. */
function isLocal(error: unknown): error is Error {
  return error instanceof Error && !(error instanceof TypeError);
}
