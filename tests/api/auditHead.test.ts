import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deactivateUser } from '../../server/domain/accounts/status/deactivateUser.ts';
import { newestMails } from '../../server/domain/accounts/mails/mails.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { markText, parseMark } from '../../server/domain/audit/head.ts';
import { reportAuditHead } from '../../server/domain/accounts/mails/reportAuditHead.ts';
import { contextFor, type Services } from '../../server/domain/ground/verbs/context.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { addUpiPayee } from '../support/world/payees.ts';
import { startAuditHeads } from '../../server/jobs/auditHeads.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';
import { tamper } from '../support/tamper.ts';

const reason = 'asked for by a test';

let database: TestDatabase;
let domain: TestDomain;
let admin: Member;
let other: Member;

beforeAll(async () => {
  database = await createTestDatabase();
  leaveBroken(database, 'the audit log is whole: every row linked to the one before');
  domain = openDomain(database);
  admin = await givenPrimaryAdmin(domain);
  other = await givenOtherAdmin(domain);
  const gone = await givenOtherAdmin(domain);
  await deactivateUser(admin.ctx(), { userId: gone.userId, reason: 'Asked for by a test' });
});
afterAll(() => database.close());

const head = () => reportAuditHead(domain.as({ kind: 'system' }), 'always');
const books = async (since?: string) => {
  const checks = await auditBooks(domain.as({ kind: 'system' }), since === undefined ? undefined : parseMark(since));
  return checks.flatMap(({ faults }) => faults);
};
const headMails = async () =>
  (await newestMails(domain.services)).filter(({ subject }) => subject === 'End of the Rangoli audit log');

/** One of several servers on the database; with SMTP by default. */
function server(heads: unknown[], mail = true): Services {
  const log = domain.services.log.child({}, { level: 'info' });
  log.info = (facts: unknown) => void heads.push(facts);
  return { ...domain.services, log, mail: mail ? { send: () => Promise.resolve(), close() {} } : undefined };
}

describe('the head of the audit log', () => {
  it('is logged by every server each hour, and mailed once to every active admin', async () => {
    const logged: unknown[] = [];
    const jobs = [
      startAuditHeads(server(logged)),
      startAuditHeads(server(logged)),
      startAuditHeads(server(logged, false)),
    ];
    const { id, hash, count } = await head();
    expect(count).toBe(id);
    const facts = { id: String(id), hash: hash.toString('hex'), count: String(count) };
    for (const hours of [1, 2]) {
      domain.clock.advance(60 * 60_000);
      await expect.poll(() => logged).toEqual(Array.from({ length: hours * 3 }, () => facts));
      const mails = await headMails();
      expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
        [admin.email, other.email].flatMap((email) => Array.from({ length: hours }, () => email)).toSorted(),
      );
      expect(mails[0]?.body).toContain(`npm run audit -- --since ${markText({ id, hash })}`);
      expect(mails[0]?.body).toContain(`${count} rows`);
    }
    for (const job of jobs) await job.stop();
    await reportAuditHead(contextFor(server(logged), { kind: 'system' }), 'always');
    expect(await headMails(), 'the command mails it each time').toHaveLength(6);
  });

  it('shows that the newest rows were removed, and nothing without such a mark', async () => {
    const before = markText(await head());
    await addUpiPayee(admin.ctx(), { upiId: 'one@bank', reason });
    await addUpiPayee(admin.ctx(), { upiId: 'two@bank', reason });
    const after = await head();
    expect(await books(markText(after))).toEqual([]);
    await tamper(database, `delete from audit_log where id > ${after.id - 2n}`);
    expect(await books()).toEqual([]);
    expect(await books(before)).toEqual([]);
    expect(await books(markText(after))).toEqual([
      `row ${after.id} and whatever came after it are missing: the last row is ${after.id - 2n}`,
    ]);
    await addUpiPayee(admin.ctx(), { upiId: 'three@bank', reason });
    await addUpiPayee(admin.ctx(), { upiId: 'four@bank', reason });
    expect(await books()).toEqual([]);
    expect(await books(markText(after))).toEqual([expect.stringMatching(`^row ${after.id} has another hash: `)]);
  });

  it('is empty before the first row', async () => {
    expect(await books(`0:${'0'.repeat(64)}`)).toEqual([]);
    expect(await books(`0:${'1'.repeat(64)}`)).toHaveLength(1);
  });

  it.each(['', '5', '5:abc', `-1:${'0'.repeat(64)}`, `x:${'0'.repeat(64)}`, `5:${'g'.repeat(64)}`])(
    'is refused when written as "%s"',
    (text) => {
      expect(() => parseMark(text)).toThrow('--since needs id:hash');
    },
  );

  it('shows that rows before it were removed', async () => {
    const { id, hash, count } = await head();
    await tamper(database, `delete from audit_log where id = ${id - 1n}`);
    expect(await books(markText({ id, hash }))).toContain(
      `${count - 1n} rows are there, and there were ${id} at row ${id}`,
    );
  });
});
