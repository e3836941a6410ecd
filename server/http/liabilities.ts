import type { FastifyInstance } from 'fastify';
import { contextFor, type Services } from '../domain/context.ts';
import { listLiabilities } from '../domain/wallet/liabilities.ts';
import type { LimitCall } from './callLimit.ts';
import type { ClientOf } from './clients.ts';

interface LiabilitiesParts {
  services: Services;
  limitCall: LimitCall;
  clientOf: ClientOf;
}

/** The totals of all players' balances of each day as JSON Lines, the newest first. Public. */
export function liabilities(app: FastifyInstance, { services, limitCall, clientOf }: LiabilitiesParts): void {
  app.get('/transparency/liabilities', async (request, reply) => {
    const ctx = contextFor(services, { kind: 'anonymous' }, clientOf(request));
    limitCall({ actor: ctx.actor, address: ctx.client?.address ?? null, kind: 'other' });
    const days = await listLiabilities(ctx);
    const lines = days.map(({ day, players, total, root, madeAt }) =>
      JSON.stringify({ day, players, paise: Number(total), root: root.toString('hex'), madeAt: madeAt.toISOString() }),
    );
    return reply
      .type('application/jsonl; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(lines.map((line) => `${line}\n`).join(''));
  });
}
