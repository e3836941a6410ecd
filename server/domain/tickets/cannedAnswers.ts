import { asc, eq, inArray, sql } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { cannedAnswers } from '../../../db/schema/support.ts';
import { violates } from '../../../db/violates.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { AuditAction } from '../ground/verbs/auditActions.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { inOrderOf } from '../ground/database/inOrder.ts';
import { authorize, requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { refuseUnknownPlaceholders } from './placeholders.ts';
import { readText } from '../ground/values/typedText.ts';

/** A text that support inserts into answers. */
export type CannedAnswer = typeof cannedAnswers.$inferSelect;

const NAME_CHARACTERS = 60;
const TEXT_CHARACTERS = 2_000;
/** Maximum number of canned answers, which are read together. */
const ANSWERS = 200;

/** All canned answers by name, for admins of support. */
export function listCannedAnswers(ctx: Context): Promise<CannedAnswer[]> {
  authorize(ctx, 'cannedAnswer:read');
  return ctx.db
    .select()
    .from(cannedAnswers)
    .orderBy(asc(sql`lower(${cannedAnswers.name})`));
}

/** Canned answers in the order of `ids`, for admins of support; null where there is none. */
export async function cannedAnswersById(ctx: Context, ids: readonly bigint[]): Promise<(CannedAnswer | null)[]> {
  authorize(ctx, 'cannedAnswer:read');
  const rows = await ctx.db
    .select()
    .from(cannedAnswers)
    .where(inArray(cannedAnswers.id, [...ids]));
  return inOrderOf(ids, rows);
}

interface Words {
  name: string;
  text: string;
}

export const addCannedAnswerVerb = verb({
  name: 'addCannedAnswer',
  may: 'cannedAnswer:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['cannedAnswer:add'],
  refusals: ['NAME_TAKEN'],
});

/**
 * Adds a canned answer: a name of 1 to 60 characters and a text of 1 to 2,000 with known placeholders only. Refuses with
 * INVALID_INPUT, also the 201st, and with NAME_TAKEN a name that another one has, in any case.
 */
export async function addCannedAnswer(ctx: Context, input: Words): Promise<CannedAnswer> {
  const changedBy = requireAdmin(ctx, addCannedAnswerVerb.may);
  const words = readWords(input);
  return withFreeName(() =>
    inTransaction(ctx.db, async (tx) => {
      if ((await tx.$count(cannedAnswers)) >= ANSWERS) throw invalidInput('name', `There are ${ANSWERS} already.`);
      const [added] = await tx
        .insert(cannedAnswers)
        .values({ ...words, changedBy, changedAt: ctx.now })
        .returning();
      return recorded(tx, ctx, { action: addCannedAnswerVerb.audit[0], after: added });
    }),
  );
}

export const changeCannedAnswerVerb = verb({
  name: 'changeCannedAnswer',
  may: 'cannedAnswer:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['cannedAnswer:change'],
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'NAME_TAKEN'],
});

/** A canned answer in the version that the caller was shown. */
export interface SeenAnswer {
  answerId: bigint;
  version: number;
}

/**
 * Changes the version of a canned answer that the admin has before them. Refuses as `addCannedAnswer` does, with NOT_FOUND
 * one that is removed, with CHANGED_MEANWHILE where another admin has changed it since.
 */
export async function changeCannedAnswer(ctx: Context, input: SeenAnswer & Words): Promise<CannedAnswer> {
  const changedBy = requireAdmin(ctx, changeCannedAnswerVerb.may);
  const words = readWords(input);
  return withFreeName(() =>
    inTransaction(ctx.db, async (tx) => {
      const before = await lockSeen(tx, input);
      const [after] = await tx
        .update(cannedAnswers)
        .set({ ...words, version: before.version + 1, changedBy, changedAt: ctx.now })
        .where(eq(cannedAnswers.id, before.id))
        .returning();
      return recorded(tx, ctx, { action: changeCannedAnswerVerb.audit[0], before, after });
    }),
  );
}

export const removeCannedAnswerVerb = verb({
  name: 'removeCannedAnswer',
  may: 'cannedAnswer:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['cannedAnswer:remove'],
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
});

/** Removes the version of a canned answer that the admin has before them. Refuses as `changeCannedAnswer` does. */
export async function removeCannedAnswer(ctx: Context, input: SeenAnswer): Promise<void> {
  requireAdmin(ctx, removeCannedAnswerVerb.may);
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockSeen(tx, input);
    await tx.delete(cannedAnswers).where(eq(cannedAnswers.id, before.id));
    await recorded(tx, ctx, { action: removeCannedAnswerVerb.audit[0], before });
  });
}

function readWords({ name, text }: Words): Words {
  const words = {
    name: readText('name', name, { most: NAME_CHARACTERS, oneLine: true }),
    text: readText('text', text, { most: TEXT_CHARACTERS }),
  };
  refuseUnknownPlaceholders(words.text);
  return words;
}

async function lockSeen(tx: Tx, { answerId, version }: SeenAnswer): Promise<CannedAnswer> {
  const [found] = await tx.select().from(cannedAnswers).where(eq(cannedAnswers.id, answerId)).for('update');
  if (!found) throw new DomainError('NOT_FOUND', 'There is no such canned answer.', { field: 'answerId' });
  if (found.version !== version) {
    throw new DomainError('CHANGED_MEANWHILE', 'Somebody has changed this answer meanwhile.', { field: 'version' });
  }
  return found;
}

/** Writes the row of the audit log, and returns the answer as it is then, or as it was. */
async function recorded(
  tx: Tx,
  ctx: Context,
  {
    action,
    before,
    after,
  }: { action: AuditAction; before?: CannedAnswer | undefined; after?: CannedAnswer | undefined },
): Promise<CannedAnswer> {
  const answer = after ?? before;
  if (!answer) throw new Error('the canned answer did not come back');
  await recordAudit(tx, ctx, {
    action,
    subjectType: 'cannedAnswer',
    subject: answer.name,
    before: before && { name: before.name, text: before.text },
    after: after && { name: after.name, text: after.text },
  });
  return answer;
}

async function withFreeName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!violates(error, 'canned_answers_name_unique')) throw error;
    throw new DomainError('NAME_TAKEN', 'Another canned answer has this name.', { field: 'name' });
  }
}
