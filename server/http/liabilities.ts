import type { FastifyInstance } from 'fastify';
import { listLiabilities } from '../domain/wallet/liabilities.ts';
import { publicContext, type RouteParts } from './publicContext.ts';

/** The totals of all players' balances of each day, and the sum of unclaimed receipts, as JSON Lines, the newest first. Public. */
export function liabilities(app: FastifyInstance, parts: RouteParts): void {
  const contextOf = publicContext(parts);
  app.get('/transparency/liabilities', async (request, reply) => {
    const days = await listLiabilities(await contextOf(request));
    const lines = days.map(({ day, players, total, unclaimed, root, madeAt }) =>
      JSON.stringify({
        day,
        players,
        paise: Number(total),
        unclaimedPaise: unclaimed === null ? null : Number(unclaimed),
        root: root.toString('hex'),
        madeAt: madeAt.toISOString(),
      }),
    );
    return reply
      .type('application/jsonl; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(lines.map((line) => `${line}\n`).join(''));
  });
}
