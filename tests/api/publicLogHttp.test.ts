import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readVerifierHashes } from '../../server/config/verifierHashes.ts';
import { isSignedBy, parseCheckpoint, parseNote, parseVkey } from '../../server/platform/tlog/note.ts';
import type { RoundProof } from '../../server/domain/publicLog/roundProof.ts';
import { TileTree } from '../../server/platform/tlog/proofs.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { provesInclusion } from '../support/provesInclusion.ts';
import { tilePath } from '../support/tilePath.ts';

let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ database: server.database, clock: server.clock });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const get = (path: string, at = server) => fetch(`${at.url}/log/${path}`);
const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
async function checkpoint(at = server) {
  const note = parseNote(await (await get('checkpoint', at)).text());
  const stated = note && parseCheckpoint(note.text);
  if (!note || !stated) throw new Error('there is no checkpoint');
  return { note, ...stated };
}
/** Entries of a bundle, each with its length before it. */
function entriesIn(bundle: Buffer): Record<string, unknown>[] {
  if (bundle.length === 0) return [];
  const end = 2 + bundle.readUInt16BE();
  return [
    JSON.parse(bundle.subarray(2, end).toString()) as Record<string, unknown>,
    ...entriesIn(bundle.subarray(end)),
  ];
}

describe('the public log over HTTP', () => {
  test('has a signed checkpoint, whose tree is that of its tiles, and the key that signed it', async () => {
    await vi.waitFor(async () => expect((await checkpoint()).size).toBeGreaterThan(7));
    const { note, size, root, origin } = await checkpoint();
    const vkey = await get('vkey');
    const key = parseVkey((await vkey.text()).trim());
    expect(key && isSignedBy(note, key)).toBe(true);
    expect(key?.name).toBe(origin);
    expect(origin).toBe('127.0.0.1:0/log');
    const { publicLog } = await server.execute('{ publicLog { origin key size root witnesses { name } } }');
    expect(publicLog).toEqual({ origin, key: key?.vkey, size, root: root.toString('hex'), witnesses: [] });
    const tree = new TileTree(size, (name) => bytesOf(`tile/${tilePath(name)}`));
    expect(await tree.root()).toEqual(root);
    const entries = entriesIn(await bytesOf(`tile/entries/000.p/${size}`));
    expect(entries).toHaveLength(size);
    expect(entries[0]).toEqual({ v: 1, type: 'log', origin });
    const offered = readVerifierHashes(null);
    const logged = entries.filter(({ type }) => type === 'verifiers');
    expect(logged.map(({ html, python }) => ({ html, python }))).toEqual(
      offered ? [{ html: offered.html.toString('hex'), python: offered.python.toString('hex') }] : [],
    );
  });

  test('is one log for all servers, and grows within a second of a deed', async () => {
    const before = await checkpoint();
    expect(await checkpoint(other)).toEqual(before);
    await server.database.pool.query(`select append_log_entry(null, '{"v":1,"type":"test"}')`);
    server.clock.advance(500);
    await vi.waitFor(async () => expect((await checkpoint(other)).size).toBe(before.size + 1));
    const after = await checkpoint();
    expect(after.size).toBe(before.size + 1);
    expect(after.note.signatures.map(({ name }) => name)).toEqual(['127.0.0.1:0/log']);
  });

  test('may be read by pages of any site and cached: tiles for ever, the checkpoint for a moment', async () => {
    const [tile, head] = [await get('tile/entries/000.p/1'), await get('checkpoint')];
    expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(tile.headers.get('content-type')).toBe('application/octet-stream');
    expect(tile.headers.get('content-encoding')).toBe('gzip');
    expect(head.headers.get('cache-control')).toBe('public, max-age=1');
    expect(head.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const { headers } of [tile, head]) expect(headers.get('access-control-allow-origin')).toBe('*');
    const plain = await fetch(`${server.url}/log/tile/entries/000.p/1`, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await plain.arrayBuffer())).toEqual(Buffer.from(await tile.arrayBuffer()));
  });

  test('proves the entries of a round under its newest checkpoint', async () => {
    const { activeContest } = await server.execute('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
    const answer = await get(`rounds/${activeContest.gameId}`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=1');
    const { checkpoint: note, vkey, entries, confirmed } = (await answer.json()) as RoundProof;
    const key = parseVkey(vkey);
    const parsed = parseNote(note);
    const stated = parseCheckpoint(parsed?.text ?? '');
    expect(key && parsed && isSignedBy(parsed, key)).toBe(true);
    expect(entries.map(({ entry }) => JSON.parse(entry) as object)).toEqual([
      expect.objectContaining({ type: 'opened', gameId: activeContest.gameId }),
    ]);
    for (const { index, entry, path } of entries) {
      const leafHash = createHash('sha256').update(`\0${entry}`).digest();
      const proof = path.map((hash) => Buffer.from(hash, 'base64'));
      expect(stated && provesInclusion(proof, { ...stated, index, leafHash })).toBe(true);
    }
    expect(confirmed).toEqual([]);
    for (const unknown of ['sapreHalf-202001010001', 'x']) expect((await get(`rounds/${unknown}`)).status).toBe(404);
  });

  test('is served by month, the entries of other games as hashes', async () => {
    const month = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', year: 'numeric', month: '2-digit' });
    const name = `sapreThree-${month.format(server.clock.now()).slice(0, 7)}.jsonl`;
    const answer = await fetch(`${server.url}/transparency/log/${name}`);
    expect(answer.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
    const [head = '', ...lines] = (await answer.text()).trimEnd().split('\n');
    const { first, last } = JSON.parse(head) as { first: number; last: number };
    expect(lines).toHaveLength(last - first);
    const games = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as { gameId?: string });
    for (const { gameId = 'sapreThree-' } of games) expect(gameId).toMatch(/^sapreThree-/);
    for (const unknown of ['sapreThree-2020-01.jsonl', 'sapreThree.jsonl'])
      expect((await fetch(`${server.url}/transparency/log/${unknown}`)).status).toBe(404);
  });

  test.each(['tile/0/000', 'tile/0/001', 'tile/1/000.p/1', 'tile/0/000.p/255', 'tile/0/0', 'tile/x', 'tile/', 'keys'])(
    'has no %s',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
    },
  );
});
