import { describe, expect, it } from 'vitest';
import { checkpointText, cosign, signerOf, signNote } from '../../../server/platform/tlog/note.ts';
import { witnessSigner } from '../../../tests/support/testWitness.ts';
import { cosignedAt, isSignedBy, parseNote, stateOf } from './checkpoint.ts';

const log = signerOf('rangoli.example/log', 'note', Buffer.alloc(32, 1));
/** Another key under the log's name. */
const impostor = signerOf(log.name, 'note', Buffer.alloc(32, 2));
const witness = witnessSigner(1);
const root = Buffer.alloc(32, 7);
const text = checkpointText({ origin: log.name, size: 9, root });
const cosignature = cosign(text, witness, 1_000);
const note = signNote(text, log) + cosignature;
const parsed = (of: string) => {
  const found = parseNote(of);
  if (found === null) throw new Error('not a note');
  return found;
};
const lineOf = (signature: string) => signature.slice(signature.lastIndexOf('— '));
/** A signature as if of another holder: under their name, or with the id of their key. */
const renamed = (line: string, from: string, to: string) => line.replace(`— ${from} `, `— ${to} `);
const withIdOf = (line: string, { name, keyId }: typeof log) => {
  const [, , encoded = ''] = lineOf(line).trim().split(' ');
  return `— ${name} ${Buffer.concat([keyId, Buffer.from(encoded, 'base64').subarray(4)]).toString('base64')}\n`;
};

describe('a checkpoint', () => {
  it('is signed by the key that signed it', () => {
    expect(isSignedBy(parsed(note), log.vkey)).toBe(true);
    expect(stateOf(parsed(note).text)).toEqual({ origin: log.name, size: 9, root: new Uint8Array(root) });
  });

  it.each([
    ['whose text was changed', note.replace('\n9\n', '\n10\n'), log.vkey],
    ['signed by another key under its name', signNote(text, impostor), log.vkey],
    [
      'signed by another key that gives the id of the right one',
      `${text}\n${withIdOf(signNote(text, impostor), log)}`,
      log.vkey,
    ],
    [
      'whose signature stands under another name',
      `${text}\n${renamed(lineOf(signNote(text, log)), log.name, 'other.example/log')}`,
      log.vkey,
    ],
    ['whose signature gives the id of another key', `${text}\n${withIdOf(signNote(text, log), impostor)}`, log.vkey],
    ['without a signature', `${text}\n`, log.vkey],
    [
      'of a key whose id is not its own',
      `${text}\n${withIdOf(signNote(text, log), { ...log, keyId: Buffer.alloc(4) })}`,
      log.vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+'),
    ],
    ['of a witness’s key', signNote(text, witness), witness.vkey],
  ])('is not signed by the key: %s', (_, of, vkey) => {
    expect(isSignedBy(parsed(of), vkey)).toBe(false);
  });

  it('is none with a root that is not 32 bytes in base64’s one form, or with another size than a whole number', () => {
    const end = root.toString('base64');
    for (const other of [end.replace(/c=$/, 'd='), end.slice(4), ''])
      expect(stateOf(`a\n9\n${other}\n`), other).toBeNull();
    for (const size of ['-1', '09', '1e3', '']) expect(stateOf(`a\n${size}\n${end}\n`), size).toBeNull();
    expect(stateOf(`a\n9\n${end}\n`)).not.toBeNull();
  });
});

describe('a witness’s confirmation', () => {
  it('has its instant', () => {
    expect(cosignedAt(parsed(note), witness.vkey)).toBe(1_000);
  });

  const other = witnessSigner(2);
  const sameName = signerOf(witness.name, 'cosignature', Buffer.alloc(32, 9));
  const earlier = (line: string) => {
    const [, name = '', encoded = ''] = line.trim().split(' ');
    const bytes = Buffer.from(encoded, 'base64');
    bytes.writeBigUInt64BE(999n, 4);
    return `— ${name} ${bytes.toString('base64')}\n`;
  };
  it.each([
    ['of another state', `${text.replace('\n9\n', '\n10\n')}\n${cosignature}`],
    ['with another instant', `${text}\n${earlier(cosignature)}`],
    ['by another witness', `${text}\n${cosign(text, other, 1_000)}`],
    ['by another key under its name', `${text}\n${cosign(text, sameName, 1_000)}`],
    [
      'by another key that gives the id of the right one',
      `${text}\n${withIdOf(cosign(text, sameName, 1_000), witness)}`,
    ],
    ['under another name', `${text}\n${renamed(cosignature, witness.name, other.name)}`],
    ['with the id of another key', `${text}\n${withIdOf(cosignature, sameName)}`],
    ['cut short', `${text}\n${cosignature.replace(/.{8}\n$/, '\n')}`],
  ])('does not count: %s', (_, of) => {
    expect(cosignedAt(parsed(of), witness.vkey)).toBeNull();
  });

  it('does not count by the log’s own key', () => {
    expect(cosignedAt(parsed(note), log.vkey)).toBeNull();
  });
});
