import { describe, expect, it } from 'vitest';
import {
  checkpointText,
  cosign,
  cosignedAt,
  isSignedBy,
  parseCheckpoint,
  parseNote,
  parseSignatures,
  parseVkey,
  signerOf,
  signNote,
} from './note.ts';

/** The example of the Go package golang.org/x/mod/sumdb/note, from which the format comes. */
const example = {
  vkey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  seed: Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1),
  text: 'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n',
};
const log = signerOf('example.com/log', 'note', Buffer.alloc(32, 1));
const witness = signerOf('witness.example/w1', 'cosignature', Buffer.alloc(32, 2));
const root = Buffer.alloc(32, 3);
const text = checkpointText({ origin: log.name, size: 7, root });

describe('signed notes', () => {
  it('have the keys of the format’s own example', () => {
    expect(signerOf('PeterNeumann', 'note', example.seed).vkey).toBe(example.vkey);
    expect(parseVkey(example.vkey)).toMatchObject({ name: 'PeterNeumann', kind: 'note' });
  });

  it('are accepted with a signature of their text by the key and its name only', () => {
    const note = parseNote(signNote(text, log));
    if (!note) throw new Error('not a note');
    expect(note.text).toBe(text);
    expect(isSignedBy(note, log)).toBe(true);
    expect(isSignedBy({ ...note, text: text.replace('7', '8') }, log)).toBe(false);
    expect(isSignedBy(note, signerOf('example.com/log', 'note', Buffer.alloc(32, 4)))).toBe(false);
    expect(isSignedBy(note, { ...log, name: 'example.com/other' })).toBe(false);
    expect(isSignedBy(note, witness)).toBe(false);
  });

  it.each([
    '',
    'text\n',
    'text\n\n',
    'text\n\n— name\n',
    'text\n\nname c2lnbmF0dXJl\n',
    'text\n\n— name c2lnbmF0dXJl',
    'text\n\n— name AAAA\n',
  ])('are refused when they are malformed: %j', (note) => expect(parseNote(note)).toBeNull());

  it.each([
    'PeterNeumann',
    'Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    'PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    'PeterNeumann+c74f20a3+AhpcXQcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    'PeterNeumann+c74f20a3+ARpc',
  ])('refuse a key that is none: %s', (vkey) => expect(parseVkey(vkey)).toBeNull());
});

describe('checkpoints', () => {
  it('are read as they are written', () => {
    expect(text).toBe(`example.com/log\n7\n${root.toString('base64')}\n`);
    expect(parseCheckpoint(text)).toEqual({ origin: 'example.com/log', size: 7, root });
  });

  it.each([
    '',
    '\n7\nAwMD\n',
    text.replace('7', '07'),
    text.replace('7', '-7'),
    text.replace('7', '99999999999999999'),
    text.slice(0, -1),
    text.replace('=', ''),
    'a\n7\nAwMD\n',
  ])('are refused when they are malformed: %j', (malformed) => expect(parseCheckpoint(malformed)).toBeNull());
});

describe('cosignatures', () => {
  it('carry their time, and hold for their text and witness alone', () => {
    const signatures = parseSignatures(cosign(text, witness, 1_767_205_800)) ?? [];
    expect(cosignedAt(text, signatures, witness)).toBe(1_767_205_800);
    expect(cosignedAt(text.replace('7', '8'), signatures, witness)).toBeNull();
    expect(cosignedAt(text, signatures, signerOf(witness.name, 'cosignature', Buffer.alloc(32, 5)))).toBeNull();
    expect(cosignedAt(text, signatures, { ...witness, name: 'other' })).toBeNull();
    const [first] = signatures;
    if (!first) throw new Error('no signature');
    const later = Buffer.from(first.signature);
    later.writeBigUInt64BE(1_767_205_801n);
    expect(cosignedAt(text, [{ ...first, signature: later }], witness)).toBeNull();
    expect(cosignedAt(text, [], witness)).toBeNull();
  });

  it('are signed as the specification’s text says', () => {
    const [line] = parseSignatures(cosign(text, witness, 5)) ?? [];
    const asNote = {
      text: `cosignature/v1\ntime 5\n${text}`,
      signatures: [{ ...line, signature: line?.signature.subarray(8) }],
    };
    expect(isSignedBy(asNote as never, witness)).toBe(true);
  });
});
