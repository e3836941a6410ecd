import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { rowsInThread } from '../statements/readInThread.ts';
import { readAnswer, type ReadAnswer } from './payoutAnswer.ts';
import { awaitedPayouts, requireBatch } from './payoutBatch.ts';

/** Bounds the time on the event loop: a batch's answer has some 20 columns. */
const MAX_CELLS = 10_000;
const MAX_TEXT = 100_000;

export const readPayoutAnswerVerb = verb({
  name: 'readPayoutAnswer',
  may: 'payoutBatch:manage',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: ['NOT_FOUND'],
});

interface AnswerInput {
  batchId: bigint;
  /** What was pasted: rows with our id, account or amount, and the bank's reference. */
  text?: string | undefined;
  /** The bank's file, CSV or a spreadsheet: base64 or a data URL. */
  content?: string | undefined;
  /** The place of the column with the bank's reference, from 0. */
  referenceColumn?: number | undefined;
}

/**
 * Reads the bank's answer for a batch (readAnswer), and stores nothing. Refuses with NOT_FOUND an unknown batch, with INVALID_INPUT
 * both or neither of text and file, what is no table, and more than 10,000 cells.
 */
export async function readPayoutAnswer(ctx: Context, input: AnswerInput): Promise<ReadAnswer> {
  requireAdmin(ctx, readPayoutAnswerVerb.may);
  const { batchId, text, content, referenceColumn } = input;
  if ((text === undefined) === (content === undefined)) {
    throw invalidInput('text', 'Give either a text or a file.');
  }
  if (text !== undefined && text.length > MAX_TEXT) {
    throw invalidInput('text', `text must have at most ${MAX_TEXT} characters`);
  }
  await requireBatch(ctx.db, batchId);
  const rows = await rowsInThread(ctx, content ?? Buffer.from(text ?? '').toString('base64'));
  if (rows.reduce((sum, { cells }) => sum + cells.length, 0) > MAX_CELLS) {
    throw invalidInput('file', `The answer has more than ${MAX_CELLS} cells: keep the rows of this batch alone.`);
  }
  return readAnswer(rows, await awaitedPayouts(ctx.db, batchId), referenceColumn ?? null);
}
