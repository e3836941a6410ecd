import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeForGoLive, GoLiveUnfinishedError } from '../../db/closedMark.ts';
import { openConnection } from '../../db/client.ts';
import { limitsFor } from '../../db/limits.ts';
import { migrate } from '../../db/migrate.ts';
import { bindMoneyMode, MoneyModeError, refuseOtherMode, storedMoneyMode } from '../../db/moneyMode.ts';
import { withServices } from '../../server/composition/commandDatabase.ts';
import { startServer } from '../../server/composition/compose.ts';
import { type EndedPlay, goLive } from '../../server/composition/goLive.ts';
import { type Config, readConfig } from '../../server/config/config.ts';
import { registerPlayer } from '../../server/domain/accounts/users/registerPlayer.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { reopenStatementLine, setAsideStatementLines } from '../../server/domain/statements/decideLines.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { creditStatementLine } from '../../server/domain/statements/lineCredit.ts';
import { listStatementLines } from '../../server/domain/statements/statementLines.ts';
import { unclaimedReceipts } from '../../server/domain/statements/unclaimedReceipts.ts';
import { statementMapping } from '../support/statementMapping.ts';
import { readStatement } from '../../server/domain/records/statement.ts';
import { cancelWithdrawal } from '../../server/domain/wallet/cancelWithdrawal.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { approveWithdrawals } from '../../server/domain/wallet/approveWithdrawals.ts';
import { makePayoutBatch } from '../../server/domain/payouts/makePayoutBatch.ts';
import { openPayoutFile } from '../../server/domain/payouts/openPayoutFile.ts';
import { savePayoutLayout } from '../../server/domain/payouts/payoutLayouts.ts';
import { listPayees } from '../../server/domain/settings/payees.ts';
import { payoutLayout } from '../support/world/payoutBatches.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { createLog } from '../../server/platform/log.ts';
import { type Betting, openBetting, tryBet } from '../support/betting.ts';
import { createTestDatabase, openBoth, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { rowsOf } from '../support/emptyDatabases.ts';
import { REAL_ENV } from '../support/realEnv.ts';
import { setMoneyMode } from '../support/realMoney.ts';
import { refusalCode } from '../support/refusal.ts';
import { currentContest, nextContest } from '../support/rounds.ts';
import { TEST_SEED_KEY } from '../support/seedKey.ts';
import { tamper } from '../support/tamper.ts';
import { givenDeposit, givenMember, givenPrimaryAdmin, type Member } from '../support/world/members.ts';
import { databaseUrl } from '../support/databaseUrl.ts';

const REFUSED = { code: '23001' };

const configOf = ({ address, app }: TestDatabase, env: Record<string, string> = {}): Config =>
  readConfig({
    DATABASE_URL: databaseUrl(app.address),
    DATABASE_OWNER_URL: databaseUrl(address),
    SEED_KEY: TEST_SEED_KEY,
    ...env,
  });

async function asOwner<T>(
  { address }: TestDatabase,
  work: (client: Awaited<ReturnType<typeof openConnection>>) => Promise<T>,
) {
  const client = await openConnection(address, limitsFor('command'));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

describe('the kind of a database’s money', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase({ max: 3 });
  });
  afterEach(() => database.close());

  it('is that of its first start, and another one is refused by name', async () => {
    await asOwner(database, async (owner) => {
      expect(await storedMoneyMode(owner)).toBeNull();
      await bindMoneyMode(owner, 'real');
      await bindMoneyMode(owner, 'real');
      expect(await storedMoneyMode(owner)).toBe('real');
      await expect(bindMoneyMode(owner, 'play')).rejects.toThrow(
        /MONEY_MODE: this database holds real money, for ever/,
      );
    });
    await tamper(database, 'delete from money_mode');
    await asOwner(database, async (owner) => {
      await bindMoneyMode(owner, 'play');
      await expect(refuseOtherMode(owner, 'real')).rejects.toThrow(/holds play money.*npm run go-live/);
    });
  });

  it('is found in databases from before the mark: real money that was noted, else play money with the first player', async () => {
    await tamper(database, `insert into real_money (since) values ('2026-11-01T00:00:00Z')`);
    await asOwner(database, async (owner) => {
      await expect(bindMoneyMode(owner, 'play')).rejects.toThrow(MoneyModeError);
      await bindMoneyMode(owner, 'real');
    });
    expect((await database.pool.query('select mode, since from money_mode')).rows).toEqual([
      { mode: 'real', since: new Date('2026-11-01T00:00:00Z') },
    ]);
    await tamper(database, 'delete from money_mode; delete from real_money');
    await givenMember(openDomain(database));
    await asOwner(database, (owner) => expect(bindMoneyMode(owner, 'real')).rejects.toThrow(/holds play money/));
  });

  it('refuses a server and a command of the other kind, before anything is changed', async () => {
    await setMoneyMode(database, 'real');
    await database.pool.query('drop function is_real_money cascade');
    const start = startServer({ config: configOf(database), log: createLog('silent') });
    await expect(start).rejects.toThrow(MoneyModeError);
    const command = withServices(configOf(database), addressesOf(database), () => Promise.resolve());
    await expect(command).rejects.toThrow(MoneyModeError);
    expect((await database.pool.query(`select to_regproc('is_real_money') is null as missing`)).rows).toEqual([
      { missing: true },
    ]);
    await migrate(database.address);
  });
});

const addressesOf = ({ address, app }: TestDatabase) => ({ addresses: { owner: address, app: app.address } });

describe('where there is real money', () => {
  let database: TestDatabase;
  let domain: TestDomain;
  let player: Member;
  beforeAll(async () => {
    database = await createTestDatabase();
    domain = openDomain(database);
    player = await givenMember(domain, { rupees: 100 });
    await setMoneyMode(database, 'real');
    domain.services.config.moneyMode = 'real';
  });
  afterAll(async () => {
    await setMoneyMode(database, 'play');
    await database.close();
  });

  it('the database refuses play credit, the practice account and simulated players', async () => {
    const { pool } = database;
    await expect(pool.query('select grant_play_credit($1, true, 100)', [player.userId])).rejects.toMatchObject(REFUSED);
    const practice = `update payees set active = true, activated_at = now(), deactivated_at = null where upi_id = 'play@rangoli'`;
    await expect(pool.query(practice)).rejects.toMatchObject(REFUSED);
    const simulated = `insert into users (email, name, uid, user_type, password_hash, simulated, created_at)
      values ('s@x.example', 'Sim', '99999999', 'player', 'x', true, now())`;
    await expect(pool.query(simulated)).rejects.toMatchObject({
      message: expect.stringContaining('simulated') as string,
    });
  });

  it('the mark stays, for the owner too', async () => {
    for (const change of [
      `update money_mode set mode = 'play'`,
      'delete from money_mode',
      'update money_mode set since = now()',
    ])
      await expect(database.pool.query(change)).rejects.toMatchObject(REFUSED);
    await expect(database.app.pool.query('delete from money_mode')).rejects.toMatchObject({ code: '42501' });
  });

  it('a withdrawal is not cancelled, by the call or in the database', async () => {
    const { transaction } = await requestWithdrawal(player.ctx(), { amount: 1_000n as never, upiId: 'asha@okbank' });
    expect(await refusalCode(cancelWithdrawal(player.ctx(), { transactionId: transaction.id }))).toBe(
      'WITHDRAWAL_FINAL',
    );
    const cancel = `update wallet_transactions set status = 'cancelled', decided_at = now() where id = $1`;
    await expect(database.app.pool.query(cancel, [transaction.id])).rejects.toMatchObject(REFUSED);
    domain.services.config.moneyMode = 'play';
    await setMoneyMode(database, 'play');
    await cancelWithdrawal(player.ctx(), { transactionId: transaction.id });
    await setMoneyMode(database, 'real');
    domain.services.config.moneyMode = 'real';
  });
});

/** Two approved withdrawals, each in a batch, of which one's file was downloaded. */
async function givenBatches(games: Betting, player: Member, admin: Member): Promise<void> {
  const [payee] = await listPayees(admin.ctx());
  await savePayoutLayout(admin.ctx(), { bank: 'demo', layout: payoutLayout });
  for (const sent of [false, true]) {
    const { transaction } = await requestWithdrawal(player.ctx(), { amount: 5_000n as never, upiId: 'asha@okbank' });
    const transactionIds = [transaction.id];
    await approveWithdrawals(admin.ctx(), { transactionIds });
    const input = { transactionIds, payeeId: payee?.id ?? 0n, bank: 'demo' };
    const { batch } = await makePayoutBatch(admin.ctx(), input);
    if (sent && batch) await openPayoutFile(admin.ctx(), batch.id);
  }
}

describe('npm run go-live', () => {
  let database: TestDatabase & { disconnect(): Promise<void> };
  let opened: TestDatabase | undefined;
  let games: Betting;
  let player: Member;
  let admin: Member;
  let receiptId: bigint;
  let ended: EndedPlay | null;
  const printed: string[] = [];
  const live = (confirmed = true) =>
    goLive(configOf(database, REAL_ENV), {
      confirm: (name) => Promise.resolve(confirmed && name === database.address.database),
      print: (line) => printed.push(line),
    });
  const rows = (text: string) => rowsOf<Record<string, unknown>>(database.address, text);

  /** Sets a practice payment aside as unclaimed. */
  async function setReceiptAside() {
    const { rows: payees } = await database.pool.query<{ id: string }>('select id from payees');
    const payeeId = BigInt(payees[0]?.id ?? 0);
    const content = Buffer.from('Date,Narration,Ref,In,Out,Balance\n19-11-2026,UPI CREDIT,,90.00,,').toString('base64');
    await importStatement(admin.ctx(), {
      payeeId,
      fileName: 'day.csv',
      content,
      bank: 'Demo',
      mapping: statementMapping,
    });
    const [line] = (await listStatementLines(admin.ctx(), { payeeId }, { limit: 1 })).rows;
    receiptId = line?.id ?? 0n;
    await setAsideStatementLines(admin.ctx(), { lineIds: [receiptId], kind: 'unclaimed', reason: 'nobody asked' });
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    games = await openBetting(database);
    games.services.config.playCredit = 100_000n as never;
    admin = await givenPrimaryAdmin(games);
    player = await givenMember(games, { rupees: 500 });
    await setReceiptAside();
    const settled = await nextContest(games, 'sapreHalf');
    await tryBet(player.ctx(), { gameId: settled.gameId, paise: 1_000n });
    const running = await nextContest(games, 'sapreHalf');
    await tryBet(player.ctx(), { gameId: running.gameId, paise: 2_000n });
    await games.moveTo(Number(running.closesAt) + 100);
    const open = await currentContest(games, 'sapreThree');
    await tryBet(player.ctx(), { gameId: open.gameId, paise: 3_000n });
    await requestWithdrawal(player.ctx(), { amount: 10_000n as never, upiId: 'asha@okbank' });
    await givenBatches(games, player, admin);
    await givenDeposit(games, player, 70);
    await registerPlayer(games.as({ kind: 'anonymous' }), { email: 'sim@crowd.invalid', name: 'Simulated Sita' });
    await tamper(database, `update users set simulated = true where email = 'sim@crowd.invalid'`);
    await games.stop();
  });
  afterAll(async () => {
    await opened?.close();
    await database.close();
  });

  it('refuses while servers are connected, without the name, and changes nothing then', async () => {
    await database.pool.query('select 1');
    await expect(live()).rejects.toThrow(/The database is in use/);
    await database.disconnect();
    expect(await live(false)).toBeNull();
    expect(await rows(`select mode from money_mode`)).toEqual([]);
    expect(await rows(`select count(*)::int as open from contests where state in ('OPEN', 'CLOSED')`)).toEqual([
      { open: 3 },
    ]);
  });

  it('goes on after an interruption, during which no server starts', async () => {
    await asOwner(database, closeForGoLive);
    await expect(migrate(database.address)).rejects.toThrow(GoLiveUnfinishedError);
    ended = await live();
    await migrate(database.address);
  });

  it('leaves nothing of play money, and every account, ticket and history', async () => {
    expect(ended).toMatchObject({ rounds: 3, requests: 4, players: 2, simulated: 1 });
    expect(ended?.sessions).toBeGreaterThanOrEqual(2);
    expect(ended?.mails).toBeGreaterThanOrEqual(1);
    expect(await rows(`select mode, since = went_live_at as now from money_mode`)).toEqual([
      { mode: 'real', now: true },
    ]);
    expect(await rows(`select sum(balance)::int as sum from ledger_accounts where player_id is not null`)).toEqual([
      { sum: 0 },
    ]);
    expect(
      await rows(`select distinct state from contests where void_reason is not null or settled_at is null`),
    ).toEqual([{ state: 'VOID' }]);
    expect(await rows(`select distinct status from wallet_transactions order by 1`)).toEqual([
      { status: 'success' },
      { status: 'failed' },
    ]);
    expect(await rows(`select outcome from payout_batch_items order by id`)).toEqual([
      { outcome: 'given_up' },
      { outcome: 'not_sent' },
    ]);
    expect(await rows(`select active, removed_at is not null as removed from payees`)).toEqual([
      { active: false, removed: true },
    ]);
    expect(await rows(`select count(*)::int as left from mails where sent_at is null`)).toEqual([{ left: 0 }]);
    expect(await rows(`select action from audit_log order by id desc limit 1`)).toEqual([
      { action: 'database:goLive' },
    ]);
  });

  it('the player’s statement ends with it, at zero', async () => {
    opened = openBoth(database.address, { max: 2 });
    const domain = openDomain(opened, '2026-11-20T12:30:00+05:30');
    const period = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-21T00:00:00Z') };
    const { entries, closing } = await readStatement(
      domain.as({ kind: 'system' }),
      player.userId,
      period as never,
      100,
    );
    expect(entries.map(({ kind }) => kind)).toEqual(['playCredit', 'deposit', 'round', 'playReset']);
    expect(closing).toBe(0n);
  });

  it('owes no unclaimed receipt of play money, and credits none', async () => {
    if (!opened) throw new Error('the database is not open');
    const domain = openDomain(opened, '2026-11-20T12:30:00+05:30');
    const ctx = domain.as(admin.actor);
    expect(await unclaimedReceipts(ctx)).toMatchObject({ count: 0, sum: 0n });
    expect(await rows(`select kind::text from unclaimed_moves order by id`)).toEqual([
      { kind: 'unclaimed_receipt' },
      { kind: 'unclaimed_reversal' },
    ]);
    const credit = { lineId: receiptId, playerId: player.userId, reason: 'The player showed the receipt.' };
    expect(await refusalCode(creditStatementLine(ctx, credit))).toBe('INVALID_INPUT');
    const change = { lineIds: [receiptId], kind: 'charge', reason: 'of play money' } as const;
    expect(await refusalCode(setAsideStatementLines(ctx, change))).toBe('INVALID_INPUT');
    expect(await refusalCode(reopenStatementLine(ctx, { lineId: receiptId }))).toBe('INVALID_INPUT');
    const results = await auditBooks(domain.as({ kind: 'system' }));
    expect(results.flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('is not run again, and a play server is refused', async () => {
    await expect(live()).rejects.toThrow('This database holds real money already.');
    await expect(startServer({ config: configOf(database), log: createLog('silent') })).rejects.toThrow(MoneyModeError);
  });
});

describe('the database makes play money real money', () => {
  let database: TestDatabase;
  let domain: TestDomain;
  const become = `update money_mode set mode = 'real', since = db_now(), went_live_at = db_now()`;
  beforeAll(async () => {
    database = await createTestDatabase();
    domain = openDomain(database);
    await setMoneyMode(database, 'play');
  });
  afterAll(() => database.close());

  it('only when nothing of play money is left', async () => {
    const admin = await givenPrimaryAdmin(domain);
    const left = async () => {
      const error = await database.pool.query(`begin; ${become}; rollback`).catch((failed: unknown) => failed as Error);
      return error instanceof Error ? error.message.replace(/.* there are /, '') : null;
    };
    const player = await givenMember(domain, { rupees: 10 });
    expect(await left()).toBe('balances of players left');
    await tamper(database, 'update ledger_accounts set balance = 0 where balance is not null');
    const { id } = await givenDeposit(domain, player, 5);
    expect(await left()).toBe('requests for payments left');
    await decideTransaction(admin.ctx(), { transactionId: id, decision: 'DENY' });
    expect(await left()).toBe('sessions left');
    await tamper(database, 'update sessions set ended_at = now()');
    expect(await left()).toBe('mails left');
    await tamper(database, 'delete from mails');
    expect(await left()).toBe('a practice account for deposits left');
    await tamper(database, `update payees set active = false, deactivated_at = now()`);
    expect(await left()).toBeNull();
    await tamper(
      database,
      "update ledger_accounts set balance = 1000 where player_id is not null and kind = 'player_available'",
    );
  });

  it('and ends a balance in that transaction alone', async () => {
    const [row] = (
      await database.pool.query<{ id: bigint }>(
        `select player_id as id from ledger_accounts where kind = 'player_available' limit 1`,
      )
    ).rows;
    const own = `(select id from ledger_accounts where player_id = ${row?.id} and kind = 'player_available')`;
    const move = `select post_transfer(${own}, (select id from ledger_accounts where kind = 'house'), 100, 'play_reset', ${row?.id}, now())`;
    const reset = `insert into play_resets (player_id, amount, created_at) values (${row?.id}, 100, now())`;
    await expect(database.pool.query(move)).rejects.toMatchObject(REFUSED);
    await expect(database.pool.query(reset)).rejects.toMatchObject(REFUSED);
    await expect(database.pool.query(`with reset as (${reset}) ${move}`)).rejects.toMatchObject(REFUSED);
  });
});
