import type { FastifyInstance } from 'fastify';
import { readVerifiers } from '../config/verifierHashes.ts';
import type { Operator } from '../platform/operator.ts';
import { verifierPolicy } from './webApp.ts';

/**
 * With real money: `/verify.html` with the operator and its licence, and `/verifiers.txt` with the hash that it has so. Otherwise, and
 * before the web app is built, the built files are served as they are.
 */
export function verifierOfOperator(app: FastifyInstance, operator: Operator | null): void {
  const verifiers = operator && readVerifiers(operator);
  if (!verifiers) return;
  const { html, hashes } = verifiers;
  app.get('/verify.html', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': verifierPolicy(html) })
      .send(html),
  );
  app.get('/verifiers.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(hashes),
  );
}
