import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmSecondFactor } from '../../server/domain/accounts/secondFactor/confirmSecondFactor.ts';
import { startSecondFactor } from '../../server/domain/accounts/secondFactor/startSecondFactor.ts';
import { auditByHand } from '../../server/domain/audit/nightlyAudit.ts';
import { recordAudit } from '../../server/domain/audit/recordAudit.ts';
import { inTransaction } from '../../db/client.ts';
import { setGameLimits } from '../../server/domain/settings/setGameLimits.ts';
import { seedPlayPayee } from '../../server/domain/settings/seedPlayPayee.ts';
import { settleSetupStep } from '../../server/domain/setup/settleSetupStep.ts';
import { setupList } from '../../server/domain/setup/setupList.ts';
import { setupSteps, type SetupStep } from '../../server/domain/setup/setupSteps.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { secretFrom, totpCode } from '../support/authenticator.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusalCode } from '../support/refusal.ts';
import { setThreshold } from '../support/thresholds.ts';
import { givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

const reason = 'We run this shop alone.';
let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
let auditor: Member;
let finance: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
  auditor = await givenOtherAdmin(domain, 'Anand', ['AUDITOR']);
});
afterAll(() => database.close());

const list = () => setupList(owner.ctx());
const item = async (step: SetupStep) => (await list()).find((one) => one.step === step);
const isDone = async (step: SetupStep) => (await item(step))?.done;

describe('the list of the first day', () => {
  it('has every step open on a new installation, in its order, with what is missing', async () => {
    expect((await list()).map(({ step }) => step)).toEqual(setupSteps);
    expect((await list()).filter(({ done }) => done)).toEqual([]);
    expect((await item('limits'))?.facts).toEqual([
      'The game of 30 seconds has no limit.',
      'The game of 1 minute has no limit.',
      'The game of 3 minutes has no limit.',
    ]);
    expect((await item('publicUrl'))?.facts).toEqual(['PUBLIC_URL is http://localhost:4000.']);
  });

  it('is done by the state of the system, step by step', async () => {
    const system = () => domain.as({ kind: 'system' });
    const doneBy = async (step: SetupStep, deed: () => unknown) => {
      expect([step, await isDone(step)]).toEqual([step, false]);
      await deed();
      expect([step, await isDone(step)]).toEqual([step, true]);
    };
    await doneBy('roles', async () => {
      finance = await givenOtherAdmin(domain, 'Farida', ['FINANCE']);
    });
    await doneBy('secondOwner', () => givenOtherAdmin(domain, 'Ila', ['OWNER']));
    await doneBy('payee', () => seedPlayPayee(system()));
    const limits = { minBet: null, maxBet: null, maxStake: null, maxPayout: paise(100_000n), reason };
    await setGameLimits(owner.ctx(), { gameType: 'sapreHalf', ...limits });
    expect((await item('limits'))?.facts).toHaveLength(2);
    await doneBy('limits', async () => {
      for (const gameType of ['sapreOne', 'sapreThree'] as const)
        await setGameLimits(owner.ctx(), { gameType, ...limits });
    });
    await doneBy('fourEyes', () =>
      setThreshold(database, owner.ctx(), { kind: 'payout', fromAmount: paise(0n), reason }),
    );
    await doneBy('audit', () => auditByHand({ ...system(), db: database.db }));
    const record = (action: 'database:backup' | 'database:restore') =>
      inTransaction(database.db, (tx) =>
        recordAudit(tx, system(), { action, subjectType: 'database', subject: 'a test' }),
      );
    await doneBy('backup', () => record('database:backup'));
    await doneBy('restoreTried', () => record('database:restore'));
    await doneBy('mail', () => {
      domain.services.mail = { send: () => Promise.resolve(), close: () => {} };
    });
    await doneBy('publicUrl', () => {
      domain.services.config.publicUrl = 'https://play.example';
    });
    await doneBy('ownSecondFactor', async () => {
      const { secret } = await startSecondFactor(owner.ctx(), { password: owner.password });
      await confirmSecondFactor(owner.ctx(), { otp: totpCode(secretFrom(secret), new Date(domain.clock.now())) });
    });
  });

  it('shows what the doctor found, until nothing is wrong any more', async () => {
    const run = (findings: object[]) =>
      database.pool.query(
        `insert into doctor_runs (ran_at, findings) values (now(), $1)
         on conflict (id) do update set findings = excluded.findings`,
        [JSON.stringify(findings)],
      );
    await run([
      { level: 'advice', what: 'Could be safer.', todo: 'Think.' },
      { level: 'wrong', what: 'The disk is full.', todo: 'Free space.' },
    ]);
    expect(await item('doctor')).toMatchObject({ done: false, facts: ['The disk is full. Free space.'] });
    await run([{ level: 'advice', what: 'Could be safer.', todo: 'Think.' }]);
    expect(await item('doctor')).toMatchObject({ done: true, facts: [] });
  });

  it('is for owners and auditors, who do not settle', async () => {
    expect(await setupList(auditor.ctx())).toHaveLength(setupSteps.length);
    expect(await refusalCode(setupList(finance.ctx()))).toBe('FORBIDDEN');
    const word = { step: 'roles', settled: true, reason } as const;
    for (const admin of [auditor, finance])
      expect(await refusalCode(settleSetupStep(admin.ctx(), word))).toBe('FORBIDDEN');
  });
});

describe('an owner’s word', () => {
  const settle = (step: SetupStep, settled = true, why = reason) =>
    settleSetupStep(owner.ctx(), { step, settled, reason: why });
  const logged = async () =>
    (
      await database.pool.query<object>(
        `select action, after, reason from audit_log where subject_type = 'settings' and subject = 'setup' order by id`,
      )
    ).rows;

  it('settles what can be done without, with its reason in the audit log, and is taken back', async () => {
    await settle('restoreTried', true, 'Restored into /tmp/drill on Monday');
    // Once more changes nothing.
    await settle('restoreTried');
    expect((await item('restoreTried'))?.choice).toMatchObject({
      reason: 'Restored into /tmp/drill on Monday',
      settledBy: owner.userId,
    });
    await settle('restoreTried', false);
    expect((await item('restoreTried'))?.choice).toBeNull();
    expect(await logged()).toMatchObject([
      { action: 'setup:settle', reason: 'Restored into /tmp/drill on Monday' },
      { action: 'setup:reopen', reason },
    ]);
  });

  it('is refused for what only the system’s state settles, and without a reason', async () => {
    for (const step of ['ownSecondFactor', 'payee', 'audit'] as const)
      expect(await refusalCode(settle(step))).toBe('INVALID_INPUT');
    expect(await refusalCode(settle('roles', true, 'too short'))).toBe('INVALID_INPUT');
    domain.services.config.moneyMode = 'real';
    for (const step of ['mail', 'publicUrl', 'backup', 'doctor'] as const)
      expect(await refusalCode(settle(step))).toBe('INVALID_INPUT');
    domain.services.config.moneyMode = 'play';
  });

  it('is refused by the database without its row in the audit log', async () => {
    const write = `insert into setup_choices (step, reason, settled_by, settled_at) values ('roles', '${reason}', ${owner.userId}, now())`;
    await expect(database.pool.query(write)).rejects.toMatchObject({ code: '23000' });
    await settle('roles');
    await expect(database.pool.query('delete from setup_choices')).rejects.toMatchObject({ code: '23000' });
    await settle('roles', false);
  });
});
