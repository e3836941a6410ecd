import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { connectionOptions } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Context } from '../../server/domain/ground/verbs/context.ts';
import { openExport } from '../../server/domain/stats/exports/openExport.ts';
import { addUpiPayee } from '../support/world/payees.ts';
import { parseRupees } from '../../server/domain/ground/values/money.ts';
import type { AdminTransactionFilter } from '../../server/domain/wallet/transactionFilter.ts';
import { listTransactions, type TransactionOrder } from '../../server/domain/wallet/transactionList.ts';
import { transactionTotals } from '../../server/domain/wallet/transactionTotals.ts';
import type { TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { collectGarbage, heldMemory, repeated } from './measure.ts';
import type { BenchPart } from './part.ts';
import { atMost, measured } from './report.ts';

const MEDIUM = 1_000_000;
const LARGE = 10_000_000;
const PLAYERS = 50_000;
const PAYEES = 20;
const PENDING = 200;
const NOW = '2026-11-20T12:00:00+05:30';
const PAGE = 50;
const GOAL_MS = 200;
const EXPORT_MB = 50;
/** Rows. */
const SAMPLED_EVERY = 50_000;

export const search: BenchPart = {
  name: 'search',
  about:
    'The first page and the totals of an admin’s search over deposits and withdrawals of 50,000 players, median of the ' +
    'repetitions, through the functions that the screen calls. With --large ten million requests, otherwise one million ' +
    '(goals are for ten). Then the export of a million of them: memory that it holds while it ' +
    'is read.',
  async run(bench) {
    const count = bench.large ? LARGE : MEDIUM;
    bench.say(`writing ${count.toLocaleString('en')} requests`);
    const database = await bench.postgres.createDatabase('search');
    try {
      const { admin, cases } = await givenRequests(database, count);
      const findings = [];
      for (const [what, { order, ...filter }] of Object.entries(cases)) {
        const page = () => listTransactions(admin(), filter, { limit: PAGE }, order);
        const { rows } = await page();
        if (rows.length === 0 && what !== 'nothing is found') throw new Error(`${what}: nothing was found`);
        const times = [await repeated(bench.repetitions, page)];
        times.push(await repeated(bench.repetitions, () => transactionTotals(admin(), filter)));
        const [list = 0, totals = 0] = times;
        const name = `${what}, ${count.toLocaleString('en')} requests`;
        const report = (label: string, value: number) =>
          bench.large ? atMost(label, value, GOAL_MS, 'ms') : measured(label, value, 'ms');
        findings.push(report(`${name}: page`, list), report(`${name}: totals`, totals));
      }
      return [...findings, ...(await exported(admin))];
    } finally {
      await database.close();
    }
  },
};

/** The newest million requests as CSV, as a download reads it. */
async function exported(admin: () => Context) {
  const end = Date.parse(NOW);
  const { content } = await openExport(admin(), { file: 'transactions.csv', to: new Date(end + 1) });
  const began = performance.now();
  let [rows, most, before, sampled] = [0, 0, 0, 0];
  for await (const chunk of content) {
    rows += String(chunk).split('\n').length - 1;
    if (rows < sampled) continue;
    sampled += SAMPLED_EVERY;
    collectGarbage();
    // The first sample loads what any export needs.
    if (before === 0) before = heldMemory();
    most = Math.max(most, heldMemory() - before);
    if (rows >= MEDIUM) break;
  }
  const seconds = (performance.now() - began) / 1_000;
  return [
    atMost(`${MEDIUM.toLocaleString('en')} rows exported: memory`, most / 1e6, EXPORT_MB, 'MB'),
    measured(`${MEDIUM.toLocaleString('en')} rows exported`, rows / seconds, 'rows/s'),
  ];
}

type Case = AdminTransactionFilter & { order?: TransactionOrder };

/** Searches as an operator makes them: frequent and rare parts, alone and with filters. */
async function givenRequests(database: TestDatabase, count: number) {
  const domain = openDomain(database, NOW);
  const actor = await givenActor(domain, 'admin');
  const admin = (): Context => domain.as(actor);
  const payeeIds: bigint[] = [];
  for (let number = 1; number <= PAYEES; number += 1) {
    payeeIds.push((await addUpiPayee(admin(), { upiId: `house${number}@bank`, reason: 'measured here' })).id);
  }
  const players = await givenPlayers(domain, PLAYERS, { rupees: 1 });
  await writeRequests(database, { count, players, payeeIds, admin: actor.userId });
  await domain.owner.execute(sql`vacuum analyze`);
  const { rows } = await listTransactions(admin(), { transactionType: 'credit' }, { limit: 5_000 });
  const one = rows.at(-1);
  if (!one) throw new Error('no deposit was written');
  const uid = await uidOf(domain, players[500] ?? 0n);
  const [payeeId] = payeeIds;
  const month = { from: new Date('2026-10-01T00:00:00+05:30'), to: new Date('2026-11-01T00:00:00+05:30') };
  const cases: Record<string, Case> = {
    'no filter': {},
    'the queue': { status: 'pending', order: 'oldestFirst' },
    'a whole reference': { search: one.reference ?? '' },
    'a part of a reference': { search: (one.reference ?? '').slice(3, 9) },
    'a part that half of all have': { search: 'okb' },
    'a frequent part, oldest first': { search: 'okbank', order: 'oldestFirst' },
    'a frequent part and pending': { search: 'okbank', status: 'pending' },
    'a frequent part, largest first': { search: 'okbank', order: 'largestFirst' },
    'a name that all have': { search: 'pia' },
    'a UID': { search: uid },
    'a part of an email': { search: `${uid.slice(2)}@exam` },
    'an amount': { search: '₹1,234' },
    'a payee’s account': { search: 'house7@' },
    'an id': { search: admin().ids.seal('Transaction', one.id) },
    'a range of days and a channel': { ...month, channel: 'upi' },
    'a range of amounts, largest first': {
      minAmount: parseRupees('500'),
      maxAmount: parseRupees('600'),
      order: 'largestFirst',
    },
    'a payee and a range of days': { ...month, payeeId },
    'a decider and a part': { decidedBy: await uidOf(domain, actor.userId), search: 'utr1' },
    'nothing is found': { search: 'zzzzqqqq' },
  };
  return { admin, cases };
}

async function uidOf({ owner }: TestDomain, userId: bigint): Promise<string> {
  const [user] = await owner.select({ uid: users.uid }).from(users).where(eq(users.id, userId));
  if (!user) throw new Error(`there is no user ${userId}`);
  return user.uid;
}

interface Written {
  count: number;
  players: readonly bigint[];
  payeeIds: readonly bigint[];
  admin: bigint;
}

/**
 * A year of requests, three of four of them deposits, written directly into the table, bypassing the triggers; its
 * indexes are made afterwards, so that it takes minutes.
 */
async function writeRequests({ address }: TestDatabase, { count, players, payeeIds, admin }: Written): Promise<void> {
  const client = new pg.Client(connectionOptions(address));
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query("set maintenance_work_mem = '1GB'");
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
         from pg_index where indrelid = 'wallet_transactions'::regclass and not indisprimary`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(requestsOf({ count, players, payeeIds, admin }));
    for (const { definition } of indexes) await client.query(definition);
  } finally {
    await client.end();
  }
}

function requestsOf({ count, players, payeeIds, admin }: Written): string {
  const player = `${players[0]} + (n * 7919) % ${players.length}`;
  const decided = `n <= ${count - PENDING}`;
  const status = `case when not ${decided} then 'pending' when n % 20 = 0 then 'failed' else 'success' end`;
  return `
    insert into wallet_transactions (player_id, transaction_type, channel, status, amount, reference, payee_id, upi_id,
      payout_reference, decided_by, decided_at, created_at, updated_at)
    select ${player}, case when credit then 'credit' else 'debit' end::transaction_type, 'upi', (${status})::transaction_status,
      100 * (100 + (n * 104729) % 20000), case when credit then 'UTR' || mark end,
      case when credit then ${payeeIds[0]} + (n / 4) % ${payeeIds.length} end,
      case when not credit then 'p' || (n * 7919) % ${players.length} || (case when n % 3 = 0 then '@okbank' else '@okbank2' end) end,
      case when not credit and ${decided} and n % 20 <> 0 then 'PAY' || mark end,
      case when ${decided} then ${admin} end, case when ${decided} then at + interval '20 minutes' end, at, at
      from (select n, n % 4 <> 0 as credit, upper(substr(md5(n::text), 1, 12)) as mark,
              timestamptz '${NOW}' - (${count} - n)::float8 / ${count} * interval '365 days' as at
              from generate_series(1::bigint, ${count}::bigint) n) requests`;
}
