import { afterAll, beforeAll, expect, it } from 'vitest';
import { paise } from '../../server/domain/ground/values/money.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { raiseTicket } from '../../server/domain/tickets/raiseTicket.ts';
import { ticketRequests } from '../../server/domain/tickets/ticketRequests.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { requestDeposit } from '../../server/domain/wallet/requestDeposit.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { statementMapping } from '../support/statementMapping.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';
import { addUpiPayee } from '../support/world/payees.ts';

let database: TestDatabase;
let domain: TestDomain;
let [admin, support, player]: Member[] = [];
let payees: bigint[];

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  admin = await givenPrimaryAdmin(domain);
  support = await givenOtherAdmin(domain, 'Asha Support', ['SUPPORT']);
  player = await givenMember(domain, { name: 'Nila Bose', rupees: 500 });
  payees = [];
  for (const upiId of ['one@bank', 'two@bank']) {
    payees.push((await addUpiPayee(admin.ctx(), { upiId, reason: 'an account of its own' })).id);
  }
});
afterAll(() => database.close());

const rupees = (amount: number) => paise(BigInt(amount) * 100n);
const ask = async (reference: string, amount: number, payeeId = payees[0]!) => {
  const input = { amount: rupees(amount), reference, payee: { payeeId } };
  return (await requestDeposit(player!.ctx(), input)).transaction.id;
};
const deny = (transactionId: bigint) =>
  decideTransaction(admin!.ctx(), { transactionId, decision: 'DENY', denialReason: 'NOT_RECEIVED' });

interface Row {
  day: string;
  reference: string;
  amount: number;
  text?: string;
}

async function importLines(payeeId: bigint, rows: readonly Row[]): Promise<void> {
  const lines = rows.map(
    ({ day, reference, amount, text = '' }) => `${day},UPI ${text} ${reference},${reference},${amount}.00,,`,
  );
  const content = Buffer.from(['Date,Narration,Ref,In,Out,Balance', ...lines].join('\n')).toString('base64');
  const file = { payeeId, fileName: 'day.csv', content, bank: 'Demo', mapping: statementMapping };
  await importStatement(admin!.ctx(), file);
}

it('the lines that fit a request are its own, those with its reference, and open ones of its amount around its day', async () => {
  // 20 November 2026, 09:00 in India.
  const matched = await ask('640187320001', 100);
  const denied = await ask('640187320002', 200);
  const mistyped = await ask('640187320003', 300);
  const elsewhere = await ask('640187320004', 400);
  for (const id of [denied, mistyped, elsewhere]) await deny(id);
  domain.clock.advance(5 * 86_400_000);
  await importLines(payees[0]!, [
    { day: '20-11-2026', reference: '640187320001', amount: 100 },
    // Of a denied request, and of another amount.
    { day: '20-11-2026', reference: '640187320002', amount: 250 },
    { day: '19-11-2026', reference: '640187320030', amount: 300, text: 'NILA BOSE' },
    { day: '16-11-2026', reference: '700000000001', amount: 300 },
    { day: '24-11-2026', reference: '700000000002', amount: 300 },
  ]);
  await importLines(payees[1]!, [{ day: '20-11-2026', reference: '700000000003', amount: 400 }]);
  const upiId = 'nila.bose@okbank';
  const { transaction: payout } = await requestWithdrawal(player!.ctx(), { amount: rupees(300), upiId });
  const ticket = await raiseTicket(player!.ctx(), { title: 'UPI Payment Stuck', description: 'Where is it?' });

  const requests = await ticketRequests(support!.ctx(), ticket);
  const fitting = requests.map(({ transaction, lines }) => [
    transaction.id,
    lines.map(({ line, agreement }) => [
      line.day,
      line.amount,
      line.state,
      agreement.sameReference,
      agreement.sameName,
    ]),
  ]);
  expect(fitting.slice(0, 5)).toEqual([
    [payout.id, []],
    // Of another account.
    [elsewhere, []],
    [mistyped, [['2026-11-19', rupees(300), 'unmatched', false, true]]],
    [denied, [['2026-11-20', rupees(250), 'unmatched', true, false]]],
    [matched, [['2026-11-20', rupees(100), 'matched', true, false]]],
  ]);
  expect(requests).toHaveLength(6);

  // Once it is approved, lines of its amount are no question any more.
  await decideTransaction(admin!.ctx(), { transactionId: matched, decision: 'APPROVE' });
  await importLines(payees[0]!, [{ day: '20-11-2026', reference: '700000000004', amount: 100 }]);
  const [of] = (await ticketRequests(support!.ctx(), ticket)).filter(({ transaction }) => transaction.id === matched);
  expect(of?.lines).toMatchObject([{ line: { state: 'matched', transactionId: matched } }]);
});
