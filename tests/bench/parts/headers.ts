import helmet from '@fastify/helmet';
import { fastify, type FastifyInstance } from 'fastify';
import { securityHeaders } from '../../../server/http/security.ts';
import type { Bench } from '../part.ts';
import type { Finding } from '../report.ts';
import { compare, cpuEach } from './compare.ts';

const REQUESTS = 4_000;

/** An injected request whose answer has security headers. */
export async function headers(bench: Bench): Promise<Finding[]> {
  const constant = answering(withConstants);
  const helmeted = answering((app) => void app.register(helmet));
  const request = (app: FastifyInstance) => () =>
    cpuEach(REQUESTS, async () => {
      for (let at = 0; at < REQUESTS; at += 1) await app.inject('/');
    });
  return compare(bench, {
    what: 'an injected request with security headers',
    library: '@fastify/helmet',
    unit: 'µs',
    goal: 1,
    ours: request(constant),
    theirs: request(helmeted),
  });
}

function answering(addHeaders: (app: FastifyInstance) => void): FastifyInstance {
  const app = fastify();
  addHeaders(app);
  return app.get('/', () => 'here');
}

/** As in http/app.ts. */
function withConstants(app: FastifyInstance): void {
  const constants = securityHeaders('https://rangoli.example');
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(constants);
    done();
  });
}
