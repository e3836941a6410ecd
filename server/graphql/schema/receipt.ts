import { listReceiptKeys, type ReceiptKey as KeyRow } from '../../domain/contests/receiptKeys.ts';
import type { IssuedReceipt } from '../../domain/ground/rounds/receiptIssuer.ts';
import type { BetPath as PathRow } from '../../domain/ground/rounds/roundTrees.ts';
import { builder } from '../builder/builder.ts';

export const BetReceipt = builder.objectRef<IssuedReceipt>('BetReceipt').implement({
  description:
    'The operator’s signed promise that a bet stands: the leaf that it contributes to its contest’s betsRoot, and the ' +
    'path from the leaf to a batch’s root that is signed. Bytes are base64.',
  fields: (t) => ({
    encoded: t.string({
      description:
        'All the other fields as one line, which takes less time and space: `colour-receipt/1`, gameId, number, uid, salt, ' +
        'leaf, place, path joined by commas, the lines of the note’s text, and the signature, each after a space.',
      resolve: (receipt) => receipt.encoded(),
    }),
    gameId: t.string({ description: 'The contest’s public name.', resolve: (one) => one.fields().gameId }),
    number: t.int({
      description: 'The bet’s number in its contest, from 1.',
      resolve: (one) => one.fields().number,
    }),
    uid: t.string({
      description: 'The player’s UID, which the leaf hides in a hash.',
      resolve: (one) => one.fields().uid,
    }),
    salt: t.string({
      description: 'The 16 bytes that were hashed with the UID.',
      resolve: (one) => one.fields().salt,
    }),
    leaf: t.string({ description: 'The data of the leaf, as betsRoot has it.', resolve: (one) => one.fields().leaf }),
    place: t.int({ description: 'The leaf’s place in the batch, from 0.', resolve: (one) => one.fields().place }),
    path: t.stringList({
      description: 'RFC 6962’s path from the leaf to the batch’s root, 32 bytes each.',
      resolve: (one) => one.fields().path,
    }),
    note: t.string({
      description:
        'A signed note (c2sp.org/signed-note) of the batch. Its lines: colour-receipts/1, the key’s name, the size of the ' +
        'batch, its root in base64, the instant, and the contests of its bets.',
      resolve: (one) => one.fields().note,
    }),
  }),
});

export const BetPath = builder.objectRef<PathRow>('BetPath').implement({
  description: 'Where a bet is under its contest’s betsRoot: with the leaf of the bet’s receipt it gives that root.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'The bet’s number in its contest, from 1.' }),
    place: t.exposeInt('place', { description: 'The leaf’s place under the root, from 0.' }),
    size: t.exposeInt('size', { description: 'How many leaves are under the root.' }),
    path: t.exposeStringList('path', {
      // As many hashes as it may have.
      complexity: 18,
      description: 'RFC 6962’s path from the leaf to betsRoot, 32 bytes each, base64.',
    }),
  }),
});

const ReceiptKey = builder.objectRef<KeyRow>('ReceiptKey').implement({
  description: 'A public key of receipts.',
  fields: (t) => ({
    vkey: t.exposeString('vkey', { description: 'Ed25519, as c2sp.org/signed-note writes it: `name+id+key`.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when it signs.' }),
  }),
});

builder.queryField('receiptKeys', (t) =>
  t.field({
    type: [ReceiptKey],
    complexity: { field: 50, multiplier: 10 },
    description: 'Every key with which receipts of bets have been signed, newest first.',
    resolve: (_root, _args, ctx) => listReceiptKeys(ctx),
  }),
);
