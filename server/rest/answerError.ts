import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { unavailabilityOf } from '../../db/unavailable.ts';
import { DomainError } from '../domain/ground/refusals/errors.ts';
import { ServerBusyError } from '../platform/serverBusy.ts';
import {
  loggedAs,
  refusalAnswer,
  refusalBody,
  refusalHeaders,
  retryAfter,
  transportAnswers,
  transportBody,
  type TransportErrorCode,
} from './errors.ts';

/** An error of the transport, before the domain is called. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly code: TransportErrorCode,
    detail: string,
  ) {
    super(detail);
  }
}

/**
 * Converts errors to responses. Errors that are neither refusals nor caused by the client are logged and masked.
 * `refused` counts them by code.
 */
export function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  refused: (code: string) => void,
): FastifyReply {
  const { operation } = request.routeOptions.config;
  const refusal = asRefusal(error);
  if (refusal !== undefined) {
    refused(refusal.code);
    const { status } = refusalAnswer(operation, refusal.code);
    reply.headers(refusalHeaders(refusal));
    if (status === 405 && operation !== undefined) reply.header('allow', operation.method);
    return reply.code(status).send(refusalBody(operation, refusal, request.actor?.kind ?? 'anonymous'));
  }
  const unavailable = unavailabilityOf(error);
  const { code, message } = unavailable ?? asTransportError(error, request.id);
  refused(code);
  if (error instanceof ServerBusyError) reply.headers(retryAfter(error.retryAfterSeconds));
  if (code === 'SERVER_ERROR') request.log.error({ err: error }, 'a call failed unexpectedly');
  if (unavailable !== undefined) {
    request.log.warn({ err: error }, 'the database was not available to a call');
    reply.headers(retryAfter(unavailable.retryAfterSeconds));
  }
  return reply.code(transportAnswers[code].status).send(transportBody(code, message));
}

/** Refusals are the domain's own, and the framework's errors that mean the same. */
function asRefusal(error: FastifyError): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (error instanceof TransportError) return undefined;
  if (error.statusCode === 400) {
    return new DomainError('INVALID_INPUT', error.message, { field: null, detail: error.message });
  }
  return undefined;
}

function asTransportError(error: FastifyError, requestId: string): TransportError {
  if (error instanceof TransportError) return error;
  if (error.statusCode === 413) return new TransportError('PAYLOAD_TOO_LARGE', 'The body is larger than 8 MiB');
  if (error.statusCode === 503) return new TransportError('SERVER_BUSY', 'The server can’t keep up at the moment');
  return new TransportError('SERVER_ERROR', loggedAs(requestId));
}
