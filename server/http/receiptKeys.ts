import type { FastifyInstance } from 'fastify';
import { listReceiptKeys } from '../domain/contests/receiptKeys.ts';
import { contextFor, type Services } from '../domain/context.ts';
import type { LimitCall } from './callLimit.ts';
import type { ClientOf } from './clients.ts';

interface ReceiptKeysParts {
  services: Services;
  limitCall: LimitCall;
  clientOf: ClientOf;
}

/** The public keys of receipts, a line each, the newest first. Needs no session. */
export function receiptKeys(app: FastifyInstance, { services, limitCall, clientOf }: ReceiptKeysParts): void {
  app.get('/transparency/receipt-keys', async (request, reply) => {
    const ctx = contextFor(services, { kind: 'anonymous' }, clientOf(request));
    limitCall({ actor: ctx.actor, address: ctx.client?.address ?? null, kind: 'other' });
    const keys = await listReceiptKeys(ctx);
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(keys.map(({ vkey }) => `${vkey}\n`).join(''));
  });
}
