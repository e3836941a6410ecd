import type { FastifyInstance } from 'fastify';
import type { Span, Tracer } from '../platform/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of a request that is traced. */
    span: Span | undefined;
  }
}

const untraced: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Traces requests by their route, from their arrival to the last byte of their answer. Sockets have no span. */
export function traceRequests(app: FastifyInstance, tracer: Tracer | undefined): void {
  app.decorateRequest('span', undefined);
  if (tracer === undefined) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (!untraced.has(route) && !request.ws) {
      const facts = { 'http.request.method': request.method, 'http.route': route, 'rangoli.request_id': request.id };
      request.span = tracer.root(`${request.method} ${route}`, facts);
    }
    done();
  });
  app.addHook('onResponse', ({ span }, { statusCode }, done) => {
    span?.end({ 'http.response.status_code': statusCode }, statusCode >= 500);
    done();
  });
}
