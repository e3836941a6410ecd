import { hash } from 'node:crypto';
import { betLeaf } from '../../server/domain/contests/betLeaf.ts';
import { PathTree } from '../../server/domain/contests/pathTree.ts';
import { signerOf, signNote } from '../../server/platform/tlog/note.ts';
import type { BetReceipt } from '../../web/lib/betReceipt.ts';
import { leafHash } from './treeHash.ts';

const signer = signerOf('play.example/receipts', 'note', Buffer.alloc(32, 9));
const BETS = 2_501;

/** A round of 2,501 bets, of which one is a player's: its root, the bet's receipt with the key that signed it, and its path. */
export function largeRound() {
  const [gameId, uid, number] = ['sapreOne-202611200742', '10000001', 1_701];
  const salt = Buffer.alloc(16, 4);
  const own = { gameId, number, selection: 3, amountPaise: 1_000n, receivedAt: 1_795_154_000_000, salt, uid };
  const leaf = betLeaf(own);
  const hashes = Array.from({ length: BETS }, (_, at) => hash('sha256', `bet ${at}`, 'base64'));
  const root = leafHash(leaf).toString('base64');
  const tree = new PathTree(hashes.with(number - 1, root));
  const lines = ['colour-receipts/1', signer.name, '1', root, '2026-11-20T06:00:00.000Z', gameId];
  const receipt: BetReceipt = {
    gameId,
    number,
    uid,
    salt: salt.toString('base64'),
    leaf: leaf.toString('base64'),
    place: 0,
    path: [],
    note: signNote(`${lines.join('\n')}\n`, signer),
  };
  return {
    betsRoot: Buffer.from(tree.root(), 'base64').toString('hex'),
    betCount: BETS,
    receipt,
    vkey: signer.vkey,
    path: { number, place: number - 1, size: BETS, path: tree.path(number - 1) },
  };
}
