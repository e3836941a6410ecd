import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceKey } from '../../web/paymentTexts.ts';
import { evaluateAlerts, EVALUATE_EVERY_MS } from '../../server/domain/alerts/evaluateAlerts.ts';
import { acknowledgeAlert, listAlerts } from '../../server/domain/alerts/alertList.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { addUpiPayee } from '../../server/domain/settings/addPayee.ts';
import { referenceHolders } from '../../server/domain/wallet/creditedReference.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { requestDeposit } from '../../server/domain/wallet/requestDeposit.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { listTransactions } from '../../server/domain/wallet/transactionList.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { setMoneyMode } from '../support/realMoney.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { tamper } from '../support/tamper.ts';
import { givenDeposit, givenMember, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

const reason = 'asked for by a test';

let database: TestDatabase;
let domain: TestDomain;
let admin: Member;
let player: Member;
let other: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  admin = await givenPrimaryAdmin(domain);
  [player, other] = [await givenMember(domain, { rupees: 5_000 }), await givenMember(domain, { rupees: 5_000 })];
});
afterAll(() => database.close());

const RUPEES_500 = paise(50_000n);
const decide = (transactionId: bigint, decision: 'APPROVE' | 'DENY', payoutReference?: string) =>
  decideTransaction(admin.ctx(), { transactionId, decision, payoutReference });
const found = async (search: string) =>
  (await listTransactions(admin.ctx(), { search, transactionType: 'credit' }, { limit: 10 })).rows.map(({ id }) => id);

let accounts = 0;
/** A withdrawal that was paid with this reference. */
async function givenPayout(of: Member, payoutReference: string): Promise<bigint> {
  const upiId = `payout${++accounts}@okbank`;
  const { transaction } = await requestWithdrawal(of.ctx(), { amount: paise(10_000n), upiId });
  await decide(transaction.id, 'APPROVE', payoutReference);
  return transaction.id;
}

describe('with play money, a reference', () => {
  it('counts once for its player, however it is typed, and others may type the same', async () => {
    const { id } = await givenDeposit(domain, player, 500, 'UTR 4111-2222 3333');
    for (const typed of ['411122223333', 'rrn:411122223333', '०४१११२२२२३३३३', '4111\u200b22223333']) {
      expect(await refusalCode(givenDeposit(domain, player, 500, typed))).toBe('REFERENCE_TAKEN');
    }
    const { id: others } = await givenDeposit(domain, other, 500, '411122223333');
    await decide(id, 'APPROVE');
    await decide(others, 'APPROVE');
    expect(await found('ref 4111 2222 3333')).toEqual([others, id]);
    expect(await found('22223333')).toEqual([others, id]);
  });
});

describe('with real money, a reference', () => {
  beforeAll(() => setMoneyMode(database, 'real'));
  afterAll(() => setMoneyMode(database, 'play'));

  it('counts once for all players and channels, until it is denied', async () => {
    const first = await givenDeposit(domain, player, 500, 'UTR 5111-2222 3333');
    expect(first).toMatchObject({ reference: 'UTR 5111-2222 3333', referenceKey: '511122223333', referenceScope: 0n });
    expect(await refusalCode(givenDeposit(domain, other, 500, 'ref/511122223333'))).toBe('REFERENCE_TAKEN');
    await decide(first.id, 'DENY');
    const second = await givenDeposit(domain, other, 500, 'ref/511122223333');
    await decide(second.id, 'APPROVE');
    expect(await refusalCode(givenDeposit(domain, player, 500, '0511122223333'))).toBe('REFERENCE_TAKEN');
  });

  it('is taken once, though ten send it in other forms at the same moment', async () => {
    const players = await Promise.all(Array.from({ length: 6 }, () => givenMember(domain)));
    const forms = [
      '611122223333',
      'UTR611122223333',
      '6111-2222-3333',
      '0611122223333',
      'upi/611122223333',
      '६१११२२२२३३३३',
    ];
    const attempts = await Promise.allSettled(
      players.map((one, place) => givenDeposit(domain, one, 500, forms[place] ?? '')),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('keeps zeros in front of short ones', async () => {
    await givenDeposit(domain, player, 500, '0012');
    await givenDeposit(domain, player, 500, '00012');
    expect(await refusalCode(givenDeposit(domain, player, 500, '00-12'))).toBe('REFERENCE_TAKEN');
  });

  it('is guarded by the database: the key belongs to the reference, and never changes', async () => {
    const insert = (reference: string, key: string) =>
      database.pool.query(
        `insert into wallet_transactions (player_id, transaction_type, channel, amount, reference, reference_key, payee_id, created_at, updated_at)
         select $1, 'credit', 'upi', 100, $2, $3, id, now(), now() from payees where upi_id = 'play@rangoli'`,
        [player.userId, reference, key],
      );
    await expect(insert('UTR711122223333', '711122223334')).rejects.toThrow('another key');
    await insert('UTR711122223333', '711122223333');
    await expect(insert('711122223333', '711122223333')).rejects.toThrow('reference_key_unique');
    await expect(
      database.pool.query(
        `update wallet_transactions set reference_key = '799999999999' where reference_key = '711122223333'`,
      ),
    ).rejects.toThrow('cannot change');
  });

  it('of a payout is no deposit’s', async () => {
    await givenPayout(other, 'AXIS81112222');
    expect(await refusalCode(givenDeposit(domain, player, 500, 'axis 81112222'))).toBe('REFERENCE_TAKEN');
    const sql = `insert into wallet_transactions (player_id, transaction_type, channel, amount, reference, payee_id, created_at, updated_at)
                 select ${player.userId}, 'credit', 'upi', 100, 'AXIS81112222', id, now(), now() from payees where upi_id = 'play@rangoli'`;
    await expect(database.pool.query(sql)).rejects.toThrow('another request has the reference');
    expect(await refusalCode(givenPayout(player, 'axis81112222'))).toBe('INVALID_INPUT');
  });

  it('of a deposit that waits may become a payout’s: then it can’t be approved, and why is told', async () => {
    const { id } = await givenDeposit(domain, player, 500, 'UTR 911122223333');
    const payout = await givenPayout(other, '911122223333');
    expect(await referenceHolders(admin.ctx(), [id])).toEqual([payout]);
    expect(await refusal(decide(id, 'APPROVE'))).toMatchObject({
      code: 'REFERENCE_TAKEN',
      message: 'This is the reference of a payout, not of a payment by the player.',
    });
    await expect(
      database.pool.query(
        `update wallet_transactions set status = 'success', decided_by = ${admin.userId}, decided_at = now() where id = ${id}`,
      ),
    ).rejects.toThrow('has paid another request');
    await decide(id, 'DENY');
    expect(await referenceHolders(admin.ctx(), [id])).toEqual([payout]);
  });

  it('of a credited deposit that becomes a payout’s opens an alert, until somebody has it in hand', async () => {
    const { id } = await givenDeposit(domain, player, 500, 'UTR 921122223333');
    await decide(id, 'APPROVE');
    await givenPayout(other, '921122223333');
    const open = async () => {
      domain.clock.advance(EVALUATE_EVERY_MS);
      await evaluateAlerts(domain.as({ kind: 'system' }));
      return (await listAlerts(admin.ctx(), { ended: false })).filter(({ kind }) => kind === 'creditedPayout');
    };
    const [alert, ...more] = await open();
    expect(more).toEqual([]);
    expect(alert).toMatchObject({
      subject: String(id),
      data: { reference: 'UTR 921122223333', uid: player.user.uid, amount: '50000' },
    });
    expect(await open()).toHaveLength(1);
    await acknowledgeAlert(admin.ctx(), { alertId: alert?.id ?? 0n });
    expect(await open()).toEqual([]);
  });
});

describe('deposits from before keys', () => {
  it('that clash stand in a list, and new ones are compared with all of them', async () => {
    const first = await givenDeposit(domain, player, 500, 'OLD77778888');
    const second = await givenDeposit(domain, player, 500, 'OLD99990000');
    await tamper(
      database,
      `update wallet_transactions set reference_key = 'OLD77778888', key_clashes = true where id = ${second.id}`,
    );
    const clashing = async () => (await listTransactions(admin.ctx(), { keyClashes: true }, { limit: 10 })).rows;
    expect((await clashing()).map(({ id }) => id)).toEqual([second.id]);
    await decide(first.id, 'DENY');
    expect(await refusalCode(givenDeposit(domain, player, 500, 'old 7777 8888'))).toBe('REFERENCE_TAKEN');
    await decide(second.id, 'DENY');
    expect(await clashing()).toEqual([]);
    await givenDeposit(domain, player, 500, 'old 7777 8888');
  });

  it('that clash are credited once, though both are approved at the same moment', async () => {
    const first = await givenDeposit(domain, player, 500, 'OLDRACE0001');
    const second = await givenDeposit(domain, player, 500, 'OLDRACE0002');
    await tamper(
      database,
      `update wallet_transactions set reference_key = 'OLDRACE0001', key_clashes = true where id = ${second.id}`,
    );
    const attempts = await Promise.allSettled([decide(first.id, 'APPROVE'), decide(second.id, 'APPROVE')]);
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the key', () => {
  it('of a text in ASCII is the same in the database', async () => {
    const parts = [
      'UTR',
      'utr',
      'Ref',
      'NO',
      'no',
      'upi',
      'IMPS',
      'neft',
      'RTGS',
      'rrn',
      '0',
      '00',
      '1',
      '42',
      'AB',
      'x',
      '9',
      ' ',
      '  ',
      '/',
      ':',
      '-',
      '\t',
      '.',
      '_',
      'REFNO',
    ];
    let state = 42;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    const texts = Array.from({ length: 3_000 }, () =>
      Array.from({ length: 1 + next(9) }, () => parts[next(parts.length)]).join(''),
    );
    const { rows } = await database.pool.query<{ text: string; key: string }>(
      'select text, reference_key(text) as key from unnest($1::text[]) as t (text)',
      [texts],
    );
    expect(rows).toHaveLength(texts.length);
    expect(rows.filter(({ text, key }) => key !== referenceKey(text))).toEqual([]);
    const none = await database.pool.query<{ key: string | null }>(`select reference_key('४१२३४५') as key`);
    expect(none.rows).toEqual([{ key: null }]);
  });
});

describe('an account for deposits', () => {
  it('is named without regard to capitals and white space, and listed once', async () => {
    await addUpiPayee(admin.ctx(), { upiId: ' Rangoli.Pay @OkBank ', reason });
    expect(await refusalCode(addUpiPayee(admin.ctx(), { upiId: 'rangoli.pay@okbank', reason }))).toBe('INVALID_INPUT');
    const { transaction } = await requestDeposit(player.ctx(), {
      amount: RUPEES_500,
      reference: 'CAPITALS01',
      payee: { upiId: 'RANGOLI.PAY@okbank' },
    });
    expect(transaction.status).toBe('pending');
  });
});
