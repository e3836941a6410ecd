import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDownloadLink, redeemDownloadLink } from '../../server/domain/accounts/links/downloadLink.ts';
import { PIECE_BYTES, purgeFiles } from '../../server/domain/downloads/keptFiles.ts';
import { type LinkedFile, type NewFile, openLinkedFile } from '../../server/domain/downloads/openLinkedFile.ts';
import { DomainError } from '../../server/domain/ground/refusals/errors.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusalCode } from '../support/refusal.ts';
import { givenMember } from '../support/world/members.ts';

const limits = { each: 3 * PIECE_BYTES, all: 100 * PIECE_BYTES, wholeWithinMs: 20 };
const MINUTE = 60_000;

let database: TestDatabase;
let domain: TestDomain;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
});
afterAll(() => database.close());

const ctx = () => domain.as({ kind: 'anonymous' });
const unexpected = () => Promise.reject(new Error('the file was made twice'));

async function givenLink(): Promise<bigint> {
  const player = await givenMember(domain);
  const path = '/records/personal-data.json';
  const link = await createDownloadLink(player.ctx(), { path });
  const token = new URL(link.path, 'http://localhost').searchParams.get('download') ?? '';
  const { linkId } = await redeemDownloadLink(ctx(), { path, token });
  return linkId!;
}

/** Makes a file of this content. */
const made = (content: NewFile['content']) => () =>
  Promise.resolve({ mediaType: 'text/plain', name: 'file.txt', content });

async function* ofChunks(count: number, bytes: number): AsyncGenerator<string> {
  for (let chunk = 0; chunk < count; chunk += 1) yield String(chunk % 10).repeat(bytes);
}

async function textOf({ read }: LinkedFile, from = 0, to?: number): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of read(from, to)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

it('a file is kept in pieces, and every part of it can be read', async () => {
  const link = await givenLink();
  const bytes = 100_000;
  const text = ['0', '1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(bytes)).join('');
  const slow = { ...limits, wholeWithinMs: 60_000 };
  const first = await openLinkedFile(ctx(), link, made(ofChunks(7, bytes)), slow);
  expect([first.size, (await textOf(first)) === text]).toEqual([text.length, true]);
  const next = await openLinkedFile(ctx(), link, unexpected, slow);
  for (const [from, to] of [
    [0, 1],
    [PIECE_BYTES - 1, PIECE_BYTES + 1],
    [PIECE_BYTES, 2 * PIECE_BYTES],
    [text.length - 1, text.length],
  ] as const) {
    expect(await textOf(next, from, to)).toBe(text.slice(from, to));
  }
});

it('a request that comes while the file is made gets all of it, though the first reads nothing', async () => {
  const link = await givenLink();
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  async function* content() {
    yield 'a'.repeat(PIECE_BYTES);
    await held;
    yield 'end';
  }
  const first = await openLinkedFile(ctx(), link, made(content()), limits);
  const second = await openLinkedFile(ctx(), link, unexpected, limits);
  expect([first.size, second.size]).toEqual([null, null]);
  const pieces = second.read(0)[Symbol.asyncIterator]();
  expect((await pieces.next()).value).toHaveLength(PIECE_BYTES);
  goOn();
  expect(String((await pieces.next()).value)).toBe('end');
  expect(await pieces.next()).toMatchObject({ done: true });
  expect((await openLinkedFile(ctx(), link, unexpected, limits)).size).toBe(PIECE_BYTES + 3);
});

it.each([
  ['one file', limits],
  ['all files', { ...limits, each: 100 * PIECE_BYTES, all: 2 * PIECE_BYTES }],
])('of what is above the limit of %s the rest goes to the first request only', async (_which, limit) => {
  const link = await givenLink();
  const first = await openLinkedFile(ctx(), link, made(ofChunks(20, PIECE_BYTES / 2)), limit);
  expect(await textOf(first)).toHaveLength(10 * PIECE_BYTES);
  expect(await refusalCode(openLinkedFile(ctx(), link, unexpected, limit))).toBe('LINK_USED');
  const { rows } = await database.pool.query<{ kept: bigint }>('select kept from download_files where link_id = $1', [
    link,
  ]);
  expect(Number(rows[0]?.kept)).toBeLessThanOrEqual(limit.each);
});

it('a refused file is tried anew, and one that breaks off is not', async () => {
  const link = await givenLink();
  const refuse = () => Promise.reject(new DomainError('RATE_LIMITED', 'Too many requests.', { retryAfterSeconds: 1 }));
  expect(await refusalCode(openLinkedFile(ctx(), link, refuse, limits))).toBe('RATE_LIMITED');
  async function* broken() {
    yield 'a';
    throw new Error('broken');
  }
  await expect(openLinkedFile(ctx(), link, made(broken()), limits)).rejects.toThrow('broken');
  await expect(openLinkedFile(ctx(), link, unexpected, limits)).rejects.toThrow('make a new link');
});

it('bytes that a crash of the database has lost are not made anew', async () => {
  const link = await givenLink();
  await openLinkedFile(ctx(), link, made(ofChunks(1, 10)), { ...limits, wholeWithinMs: 60_000 });
  await database.pool.query('delete from download_pieces where link_id = $1', [link]);
  await expect(openLinkedFile(ctx(), link, unexpected, limits)).rejects.toThrow('make a new link');
});

it('a file goes five minutes after it was last read, with its bytes', async () => {
  const link = await givenLink();
  const purge = () => purgeFiles(domain.as({ kind: 'system' }));
  domain.clock.advance(10 * MINUTE);
  await purge();
  const file = await openLinkedFile(ctx(), link, made(ofChunks(1, 10)), { ...limits, wholeWithinMs: 60_000 });
  domain.clock.advance(5 * MINUTE);
  expect([await purge(), await textOf(file)]).toEqual([0, '0000000000']);
  domain.clock.advance(5 * MINUTE);
  expect(await purge()).toBe(0);
  domain.clock.advance(1);
  expect(await purge()).toBe(1);
  const { rows } = await database.pool.query('select from download_pieces where link_id = $1', [link]);
  expect(rows).toEqual([]);
});
