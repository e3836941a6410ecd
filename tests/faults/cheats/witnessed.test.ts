import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkpointText, signerOf, signNote } from '../../../server/platform/tlog/note.ts';
import { TileTree } from '../../../server/platform/tlog/proofs.ts';
import { addCheckpoint, type Confirmed, type WitnessResponse } from '../../../server/platform/tlog/witness.ts';

const log = signerOf('rangoli.example/log', 'note', Buffer.alloc(32, 1));
const signer = signerOf('witness.example', 'cosignature', Buffer.alloc(32, 2));
const opened = (commitment: string) =>
  `{"v":1,"type":"opened","gameId":"sapreOne-202611200742","commitment":"${commitment}"}`;
const decided = (number: number) =>
  `{"v":1,"type":"decided","gameId":"sapreOne-202611200742","winningNumber":${number}}`;
const honest = ['{"v":1,"type":"log"}', opened('ab'), decided(7)];

const treeOf = (entries: readonly string[]) =>
  new TileTree(entries.length, () =>
    Promise.resolve(Buffer.concat(entries.map((entry) => createHash('sha256').update(`\0${entry}`).digest()))),
  );

/** What a witness answers when the server shows it this log, after it has confirmed `last`. */
async function shown(entries: readonly string[], last: Confirmed): Promise<WitnessResponse> {
  const tree = treeOf(entries);
  const proof = (await tree.consistency(Math.min(last.size, entries.length))).map(
    (hash) => `${hash.toString('base64')}\n`,
  );
  const note = signNote(checkpointText({ origin: log.name, size: entries.length, root: await tree.root() }), log);
  return addCheckpoint(`old ${last.size}\n${proof.join('')}\n${note}`, { log, signer, last, now: 1_767_205_800_000 });
}

async function confirmed(entries: readonly string[]): Promise<Confirmed> {
  return { size: entries.length, root: await treeOf(entries).root() };
}

test('an honest log is confirmed as it grows', async () => {
  const last = await confirmed(honest.slice(0, 2));
  expect(await shown(honest, last)).toMatchObject({ status: 200, confirmed: await confirmed(honest) });
});

test('a forked log, whose past has another result, is found by the witness', async () => {
  const fork = [...honest.slice(0, 2), decided(3), '{"v":1,"type":"settled"}'];
  expect(await shown(fork, await confirmed(honest))).toMatchObject({ status: 422, confirmed: null });
});

test('another commitment for one player, in a log of their own, is confirmed by no witness', async () => {
  const forOne = [...honest.slice(0, 1), opened('cd'), decided(7)];
  expect(await shown(forOne, await confirmed(honest))).toMatchObject({ status: 409, confirmed: null });
  expect(await shown([...forOne, '{"v":1,"type":"settled"}'], await confirmed(honest))).toMatchObject({ status: 422 });
});
