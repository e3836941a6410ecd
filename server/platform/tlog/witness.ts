import { cosign, isSignedBy, parseCheckpoint, parseNote, type Signer, type Verifier } from './note.ts';
import { provesConsistency } from './proofs.ts';

/** Longer than any request that is in order: 63 hashes, and a note with a hundred signatures. */
export const MAX_REQUEST_BYTES = 32_768;
const MAX_PROOF = 63;

/** The newest tree that a witness has confirmed. */
export interface Confirmed {
  readonly size: number;
  readonly root: Buffer;
}

export interface WitnessResponse {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly body: string;
  /** The tree that is confirmed by the answer, to be stored before it is sent; null where none is. */
  readonly confirmed: Confirmed | null;
}

/**
 * The answer of a witness to `add-checkpoint` (c2sp.org/tlog-witness): it confirms only what continues the tree that it
 * confirmed before.
 */
export function addCheckpoint(
  request: string,
  { log, signer, last, now }: { log: Verifier; signer: Signer; last: Confirmed; now: number },
): WitnessResponse {
  const end = request.indexOf('\n\n');
  const [old = '', ...lines] = request.slice(0, Math.max(end, 0)).split('\n');
  const note = end < 0 ? null : parseNote(request.slice(end + 2));
  const checkpoint = note && parseCheckpoint(note.text);
  const proof = lines.map((line) => Buffer.from(line, 'base64'));
  const isWellFormed = lines.length <= MAX_PROOF && proof.every((hash, at) => hash.toString('base64') === lines[at]);
  const [, digits] = /^old (0|[1-9]\d{0,15})$/.exec(old) ?? [];
  if (!note || !checkpoint || !isWellFormed || digits === undefined) return refusal(400, 'malformed request\n');
  const oldSize = Number(digits);
  if (checkpoint.origin !== log.name) return refusal(404, 'unknown log\n');
  if (!isSignedBy(note, log)) return refusal(403, 'no signature of the log\n');
  if (oldSize > checkpoint.size) return refusal(400, 'the old size is above that of the checkpoint\n');
  if (oldSize !== last.size) return refusal(409, `${last.size}\n`);
  const isSameTree = checkpoint.size !== last.size || last.size === 0 || checkpoint.root.equals(last.root);
  if (!isSameTree) return refusal(409, `${last.size}\n`);
  if (!provesConsistency(proof, last, checkpoint)) return refusal(422, 'the proof of consistency does not hold\n');
  const { size, root } = checkpoint;
  return { status: 200, body: cosign(note.text, signer, Math.floor(now / 1000)), confirmed: { size, root } };
}

function refusal(status: WitnessResponse['status'], body: string): WitnessResponse {
  return { status, body, confirmed: null };
}
