import { checkpointText, signerOf, signNote } from '../../server/platform/tlog/note.ts';

/** The key, `name+id+key`, of a log with this name, made from a byte. */
export const logKey = (name: string, byte = 1): string => signerOf(name, 'note', Buffer.alloc(32, byte)).vkey;

/** A checkpoint that this key has signed. */
export const signedState = (origin: string, size: number, root: Buffer): string =>
  signNote(checkpointText({ origin, size, root }), signerOf(origin, 'note', Buffer.alloc(32, 1)));
