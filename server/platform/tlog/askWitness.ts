import type { OutboundClient } from '../outbound/client.ts';
import { type Checkpoint, cosignedAt, parseSignatures, type Verifier } from './note.ts';

/** A round's list of bets is confirmed within the 5 s before its end; past this a witness counts as silent. */
const ANSWER_TIMEOUT_MS = 2_000;
const MAX_SILENCE_MS = 1_000;
/** A signature line has some 150 bytes. */
const MAX_ANSWER_BYTES = 4_096;

/** One who confirms checkpoints (c2sp.org/tlog-witness). */
export interface Witness {
  readonly verifier: Verifier;
  /** The address before `/add-checkpoint`. */
  readonly url: string;
}

/** `size`: the witness has confirmed a tree of that size, and is asked again from there. */
export type WitnessAnswer =
  | { readonly kind: 'confirmed'; readonly seconds: number; readonly line: string }
  | { readonly kind: 'elsewhere'; readonly size: number };

/** A witness did not confirm: nothing came in time, it refused, its signature is wrong, or it denies that the tree continues its own. */
export class WitnessError extends Error {
  override readonly name = 'WitnessError';
  readonly fault: 'SILENT' | 'REFUSED' | 'WRONG_SIGNATURE' | 'OTHER_TREE';

  constructor(fault: WitnessError['fault'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

export interface Submission {
  /** The signed note. */
  readonly note: string;
  /** The note's text. */
  readonly text: string;
  readonly checkpoint: Checkpoint;
  /** The size of the tree that the witness confirmed last, and the proof that this one continues it. */
  readonly oldSize: number;
  readonly proof: readonly Buffer[];
}

/** Asks a witness to confirm a checkpoint. Throws WitnessError. */
export async function askWitness(
  { outbound, signal }: { outbound: OutboundClient; signal: AbortSignal },
  witness: Witness,
  submission: Submission,
): Promise<WitnessAnswer> {
  const { status, text } = await post({ outbound, signal }, witness, bodyOf(submission));
  if (status === 200) return confirmation(witness, submission.text, text);
  const size = Number(text.trim());
  if (status === 409 && /^\d{1,15}\n?$/.test(text) && size !== submission.oldSize) return { kind: 'elsewhere', size };
  if (status === 409 || status === 422) throw new WitnessError('OTHER_TREE', `the witness answered ${status}`);
  throw new WitnessError('REFUSED', `the witness answered ${status}`);
}

function bodyOf({ oldSize, proof, note }: Submission): string {
  return [`old ${oldSize}`, ...proof.map((hash) => hash.toString('base64')), '', note].join('\n');
}

async function post(
  { outbound, signal }: { outbound: OutboundClient; signal: AbortSignal },
  { url }: Witness,
  body: string,
): Promise<{ status: number; text: string }> {
  try {
    return await outbound.request({
      url: `${url}/add-checkpoint`,
      // The answer is a signature, which is verified.
      allowHttp: true,
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      maxBodyBytes: MAX_ANSWER_BYTES,
      totalMs: ANSWER_TIMEOUT_MS,
      silenceMs: MAX_SILENCE_MS,
      signal,
    });
  } catch (cause) {
    throw new WitnessError('SILENT', `the witness gave no answer: ${(cause as Error).message}`, { cause });
  }
}

/** Whatever other lines there are is left out. */
function confirmation({ verifier }: Witness, text: string, answer: string): WitnessAnswer {
  for (const line of answer.split('\n')) {
    const signatures = parseSignatures(`${line}\n`);
    const seconds = signatures && cosignedAt(text, signatures, verifier);
    if (seconds !== null) return { kind: 'confirmed', seconds, line: `${line}\n` };
  }
  throw new WitnessError('WRONG_SIGNATURE', 'the answer has no signature of the checkpoint by the witness');
}
