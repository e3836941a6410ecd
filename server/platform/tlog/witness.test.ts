import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkpointText, cosignedAt, parseSignatures, signerOf, signNote } from './note.ts';
import { TileTree } from './proofs.ts';
import { addCheckpoint, type Confirmed } from './witness.ts';

const log = signerOf('rangoli.example/log', 'note', Buffer.alloc(32, 1));
const signer = signerOf('witness.example/w1', 'cosignature', Buffer.alloc(32, 2));
const none: Confirmed = { size: 0, root: Buffer.alloc(32) };
const now = 1_767_205_800_999;

/** A log of `size` entries, which a fork continues otherwise from its fifth on. */
const treeOf = (size: number, fork = '') =>
  new TileTree(size, ({ level, index, width }) =>
    Promise.resolve(
      Buffer.concat(
        Array.from({ length: width }, (_, at) =>
          createHash('sha256')
            .update(`${level} ${index} ${at} ${at > 4 ? fork : ''}`)
            .digest(),
        ),
      ),
    ),
  );
async function request(from: number, size: number, { fork = '', by = log } = {}): Promise<string> {
  const tree = treeOf(size, fork);
  const proof = (await tree.consistency(from)).map((hash) => `${hash.toString('base64')}\n`).join('');
  return `old ${from}\n${proof}\n${signNote(checkpointText({ origin: by.name, size, root: await tree.root() }), by)}`;
}
const ask = (text: string, last = none) => addCheckpoint(text, { log, signer, last, now });
async function confirmed(size: number): Promise<Confirmed> {
  return { size, root: await treeOf(size).root() };
}

describe('a witness', () => {
  it('confirms the first checkpoint that it sees, with its time', async () => {
    const text = await request(0, 7);
    const answer = ask(text);
    expect(answer).toMatchObject({ status: 200, confirmed: await confirmed(7) });
    const note = checkpointText({ origin: log.name, size: 7, root: await treeOf(7).root() });
    expect(cosignedAt(note, parseSignatures(answer.body) ?? [], signer)).toBe(1_767_205_800);
  });

  it('confirms what continues the tree that it confirmed, and the same again', async () => {
    expect(ask(await request(7, 9), await confirmed(7))).toMatchObject({ status: 200, confirmed: await confirmed(9) });
    expect(ask(await request(7, 7), await confirmed(7)).status).toBe(200);
  });

  it('confirms no fork', async () => {
    expect(ask(await request(7, 9, { fork: 'other' }), await confirmed(7))).toMatchObject({
      status: 422,
      confirmed: null,
    });
    expect(ask(await request(7, 7, { fork: 'other' }), await confirmed(7))).toMatchObject({
      status: 409,
      body: '7\n',
      confirmed: null,
    });
    expect(ask((await request(7, 9)).replace(/\n[^\n]+\n/, '\n'), await confirmed(7)).status).toBe(422);
  });

  it('names the size that it has confirmed where another is claimed', async () => {
    expect(ask(await request(5, 9), await confirmed(7))).toEqual({ status: 409, body: '7\n', confirmed: null });
    expect(ask(await request(0, 9), await confirmed(7)).status).toBe(409);
    expect(ask((await request(7, 7)).replace('old 7', 'old 8'), await confirmed(8)).status).toBe(400);
  });

  it('refuses other logs and other keys', async () => {
    expect(ask(await request(0, 7, { by: signerOf('other.example/log', 'note', Buffer.alloc(32, 1)) })).status).toBe(
      404,
    );
    expect(ask(await request(0, 7, { by: signerOf(log.name, 'note', Buffer.alloc(32, 3)) })).status).toBe(403);
  });

  it.each(['', 'old 0\n', 'old -1\n\n', 'old 0\nno base64!\n\n', `old 0\n${'AAAA\n'.repeat(64)}\n`, 'new 0\n\n'])(
    'refuses a malformed request: %j',
    async (head) => {
      const whole = await request(0, 7);
      expect(ask(head + whole.slice(whole.indexOf('\n\n') + 2)).status).toBe(400);
    },
  );
});
