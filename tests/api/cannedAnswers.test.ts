import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/client.ts';
import { cannedAnswers } from '../../db/schema/support.ts';
import type { AdminRole } from '../../server/domain/ground/actors/adminRoles.ts';
import { listAudit } from '../../server/domain/audit/auditList.ts';
import { recordAudit } from '../../server/domain/audit/recordAudit.ts';
import {
  addCannedAnswer,
  changeCannedAnswer,
  listCannedAnswers,
  removeCannedAnswer,
} from '../../server/domain/tickets/cannedAnswers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { givenActor } from '../support/world/bulk.ts';

let database: TestDatabase;
let domain: TestDomain;
let adminId: bigint;
const withRoles = (...roles: AdminRole[]) => domain.as({ kind: 'admin', userId: adminId, roles, sessionId: 1n });
const support = () => withRoles('SUPPORT');
const words = { name: 'Greeting', text: 'Hello {name}, UID {uid}: we look into “{ticket}”.' };
const listed = async () => (await listCannedAnswers(support())).map(({ name }) => name);

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  ({ userId: adminId } = await givenActor(domain, 'admin'));
});
beforeEach(async () => {
  for (const { id, version } of await listCannedAnswers(support())) {
    await removeCannedAnswer(support(), { answerId: id, version });
  }
});
afterAll(() => database.close());

describe('canned answers', () => {
  it('are added, changed and removed, each with its row in the audit log', async () => {
    const added = await addCannedAnswer(support(), { name: ' Greeting ', text: ` ${words.text} ` });
    expect(added).toMatchObject({ ...words, version: 1, changedBy: adminId });
    await addCannedAnswer(support(), { name: 'apology', text: 'Sorry.' });
    expect(await listed()).toEqual(['apology', 'Greeting']);
    const seen = { answerId: added.id, version: 1 };
    const changed = await changeCannedAnswer(support(), { ...seen, name: 'Welcome', text: 'Hi {name}' });
    expect(changed).toMatchObject({ name: 'Welcome', text: 'Hi {name}', version: 2 });
    await removeCannedAnswer(support(), { ...seen, version: 2 });
    expect(await listed()).toEqual(['apology']);
    const rows = [];
    for (const action of ['add', 'change', 'remove'] as const) {
      const page = await listAudit(withRoles('OWNER'), { action: `cannedAnswer:${action}` }, { limit: 2 });
      rows.push(
        page.rows.map(({ subject, before, after }) => ({ subject, before, after })).at(action === 'add' ? 1 : 0),
      );
    }
    const [first, second] = [JSON.stringify(words), JSON.stringify({ name: 'Welcome', text: 'Hi {name}' })];
    expect(rows).toEqual([
      { subject: 'Greeting', before: null, after: first },
      { subject: 'Welcome', before: first, after: second },
      { subject: 'Welcome', before: second, after: null },
    ]);
  });

  it.each(['Hello {nme}', 'Hello {}', 'Hello {name', 'Hello name}', '{{name}uid}', '{NAME}', 'a { b'])(
    'are refused with braces of no known placeholder: %s',
    async (text) => {
      const refused = await refusal(addCannedAnswer(support(), { ...words, text }));
      expect(refused).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'text' } });
      const direct = domain.owner
        .insert(cannedAnswers)
        .values({ name: 'x', text, changedBy: adminId, changedAt: new Date() });
      await expect(direct).rejects.toMatchObject({ cause: { constraint: 'canned_answers_placeholders_known' } });
    },
  );

  it('have a name and a text of limited length, and names of their own in any case', async () => {
    for (const wrong of [{ name: ' ' }, { name: 'x'.repeat(61) }, { text: '' }, { text: 'x'.repeat(2_001) }]) {
      expect(await refusalCode(addCannedAnswer(support(), { ...words, ...wrong }))).toBe('INVALID_INPUT');
    }
    await addCannedAnswer(support(), words);
    const other = await addCannedAnswer(support(), { ...words, name: 'Other' });
    expect(await refusalCode(addCannedAnswer(support(), { ...words, name: 'GREETING' }))).toBe('NAME_TAKEN');
    const renamed = changeCannedAnswer(support(), { answerId: other.id, version: 1, ...words });
    expect(await refusalCode(renamed)).toBe('NAME_TAKEN');
  });

  it('are changed by one of two admins who have the same version before them', async () => {
    const { id: answerId } = await addCannedAnswer(support(), words);
    const change = (text: string) => changeCannedAnswer(support(), { answerId, version: 1, ...words, text });
    const attempts = await Promise.allSettled([change('One'), change('Two')]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(attempts.find((attempt) => attempt.status === 'rejected')?.reason).toMatchObject({
      code: 'CHANGED_MEANWHILE',
    });
    expect(await refusalCode(removeCannedAnswer(support(), { answerId, version: 1 }))).toBe('CHANGED_MEANWHILE');
    await removeCannedAnswer(support(), { answerId, version: 2 });
    expect(await refusalCode(removeCannedAnswer(support(), { answerId, version: 2 }))).toBe('NOT_FOUND');
    expect(await refusalCode(change('Three'))).toBe('NOT_FOUND');
  });

  it('are read by those who may read tickets, and kept by support', async () => {
    await addCannedAnswer(support(), words);
    expect(await listCannedAnswers(withRoles('AUDITOR'))).toHaveLength(1);
    const player = domain.as(await givenActor(domain, 'player'));
    for (const ctx of [withRoles('FINANCE'), player])
      expect(await refusalCode(Promise.resolve().then(() => listCannedAnswers(ctx)))).toBe('FORBIDDEN');
    for (const ctx of [withRoles('AUDITOR', 'FINANCE'), player]) {
      expect(await refusalCode(addCannedAnswer(ctx, words))).toBe('FORBIDDEN');
      expect(await refusalCode(changeCannedAnswer(ctx, { answerId: 1n, version: 1, ...words }))).toBe('FORBIDDEN');
      expect(await refusalCode(removeCannedAnswer(ctx, { answerId: 1n, version: 1 }))).toBe('FORBIDDEN');
    }
  });

  it('are at most 200', async () => {
    await inTransaction(domain.services.db, async (tx) => {
      await tx.execute(sql`
        insert into canned_answers (name, text, changed_by, changed_at)
        select 'n' || lpad(n::text, 3, '0'), 'text', ${adminId}, now() from generate_series(1, 200) n`);
      // The database looks at the names one by one.
      for (let number = 1; number <= 200; number += 1) {
        const subject = `n${String(number).padStart(3, '0')}`;
        await recordAudit(tx, support(), { action: 'cannedAnswer:add', subjectType: 'cannedAnswer', subject });
      }
    });
    expect(await refusal(addCannedAnswer(support(), words))).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('are not written without their rows in the audit log, nor changed but to the next version', async () => {
    const { id, name } = await addCannedAnswer(support(), words);
    const one = eq(cannedAnswers.id, id);
    for (const write of [
      domain.owner.insert(cannedAnswers).values({ ...words, name: 'Bare', changedBy: adminId, changedAt: new Date() }),
      domain.owner.update(cannedAnswers).set({ text: 'Bare', version: 2 }).where(one),
      domain.owner.delete(cannedAnswers).where(one),
    ]) {
      await expect(write).rejects.toMatchObject({ cause: { code: '23000' } });
    }
    const skipping = inTransaction(domain.services.db, async (tx) => {
      await tx.update(cannedAnswers).set({ text: 'Bare', version: 3 }).where(one);
      await recordAudit(tx, support(), { action: 'cannedAnswer:change', subjectType: 'cannedAnswer', subject: name });
    });
    await expect(skipping).rejects.toMatchObject({ cause: { code: '23001' } });
  });
});
