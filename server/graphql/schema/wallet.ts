import type { Paise } from '../../../db/columns.ts';
import { balancesById } from '../../domain/wallet/balances.ts';
import { builder } from '../builder/builder.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { loadableNode } from '../builder/node.ts';
import { Viewer } from './viewer.ts';

/** A player's money. Its id is the player's. */
export interface WalletRow {
  id: bigint;
  available: Paise;
  /** Missing in results that contain only the available balance: then it is read on demand. */
  held?: Paise;
}

async function walletsById(ctx: GraphQLContext, playerIds: readonly bigint[]): Promise<(WalletRow | null)[]> {
  const balances = await balancesById(ctx, playerIds);
  return playerIds.map((id, at) => {
    const found = balances[at];
    return found ? { id, ...found } : null;
  });
}

export const Wallet = loadableNode<WalletRow>('Wallet', walletsById);
Wallet.implement({
  description: 'A player’s money. Seen by that player and by admins.',
  fields: (t) => ({
    available: t.expose('available', { type: 'Money', description: 'What can be bet or withdrawn, in rupees.' }),
    held: t.field({
      type: 'Money',
      description: 'What pending withdrawals hold, in rupees.',
      resolve: async ({ id, held }, _args, ctx) => {
        const known = held ?? (await Wallet.loadByKey(ctx, id))?.held;
        if (known === undefined) throw new Error(`player ${id} has no wallet`);
        return known;
      },
    }),
  }),
});

builder.objectField(Viewer, 'wallet', (t) =>
  t.field({
    type: Wallet,
    nullable: true,
    description: 'The player’s money; null for admins.',
    resolve: (viewer) => (viewer.kind === 'player' ? viewer.id : null),
  }),
);
