import type { FastifyInstance } from 'fastify';
import { listReceiptKeys } from '../domain/contests/receiptKeys.ts';
import { publicContext, type RouteParts } from './publicContext.ts';

/** The public keys of receipts, a line each, the newest first. Needs no session. */
export function receiptKeys(app: FastifyInstance, parts: RouteParts): void {
  const contextOf = publicContext(parts);
  app.get('/transparency/receipt-keys', async (request, reply) => {
    const keys = await listReceiptKeys(await contextOf(request));
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(keys.map(({ vkey }) => `${vkey}\n`).join(''));
  });
}
