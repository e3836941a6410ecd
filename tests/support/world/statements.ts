import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { ChildServer } from '../childServer.ts';
import type { TestDomain } from '../domain.ts';
import type { Person } from './people.ts';

/** A payment of a generated day: what the player typed, and what the bank writes. */
interface Payment {
  /** As the player or the admin typed it. */
  reference: string;
  paise: bigint;
}

/** Pending deposits of these players to a payee, in bulk, with references of UPI; in their order. */
export async function givenDeposits(
  { owner, clock }: TestDomain,
  payeeId: bigint,
  players: readonly bigint[],
  count: number,
): Promise<Payment[]> {
  const at = new Date(clock.now()).toISOString();
  const rows = await rawQuery<{ reference: string; amount: bigint }>(
    owner,
    sql`insert into wallet_transactions (player_id, transaction_type, channel, amount, reference, payee_id, created_at, updated_at)
        select (${JSON.stringify(players.map(String))}::jsonb ->> (n % ${players.length}::int))::bigint, 'credit', 'upi',
               -- Round amounts, as players choose them: many are equal.
               (array[10000, 20000, 50000, 100000, 123456])[1 + n % 5] + 100 * (n % 7),
               (630000000000 + 97 * n)::text, ${payeeId}, ${at}::timestamptz, ${at}::timestamptz
          from generate_series(1, ${count}::int) n
        returning reference, amount`,
  );
  return rows.map(({ reference, amount }) => ({ reference, paise: amount }));
}

interface Noise {
  /** Of all lines: the bank writes the reference in another way, which a program has to find. */
  disguised: number;
  /** The player typed another reference. */
  mistyped: number;
  /** The line has no request: charges of the bank. */
  foreign: number;
}

/** 5 % of the lines, of which 4 can be read. */
export const fivePercent: Noise = { disguised: 0.04, mistyped: 0.005, foreign: 0.005 };

/** A statement of these deposits and payouts as base64 of a CSV, in the order of the day, with its balance. */
export function statementOf(
  day: string,
  deposits: readonly Payment[],
  payouts: readonly Payment[] = [],
  noise: Noise = { disguised: 0, mistyped: 0, foreign: 0 },
): string {
  const rows: string[] = [];
  let balance = 10_000_000n;
  const add = (text: string, reference: string, change: bigint) => {
    balance += change;
    const [moneyIn, moneyOut] = change > 0n ? [rupees(change), ''] : ['', rupees(-change)];
    rows.push([day, `"${text}"`, reference, moneyIn, moneyOut, rupees(balance)].join(','));
  };
  for (const [index, { reference, paise }] of deposits.entries()) {
    const is = (share: number, offset: number) => share > 0 && index % Math.round(1 / share) === offset;
    if (is(noise.foreign, 3)) add('CHARGES OF THE BANK', '', -1_180n);
    if (is(noise.mistyped, 5)) add(`UPI/CR/7${reference.slice(1)}/PIA/SBIN`, '', paise);
    else if (is(noise.disguised, 7)) add(`${disguises[index % 4]?.(reference)}`, '', paise);
    else add('UPI CREDIT', reference, paise);
  }
  for (const { reference, paise } of payouts) add(`IMPS/DR/${reference}/PAYOUT`, '', -paise);
  return Buffer.from(['Date,Narration,Ref No,Deposit,Withdrawal,Balance', ...rows].join('\n')).toString('base64');
}

const disguises: readonly ((reference: string) => string)[] = [
  (reference) => `UPI/CR/${reference}/MEERA/ICIC/meera@ybl`,
  (reference) => `BY TRANSFER-UPI-0000${reference}-RAVI`,
  (reference) => `upi ${reference} pay to merchant`,
  (reference) => `NEFT CR:${reference};Diya`,
];

function rupees(paise: bigint): string {
  return `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`;
}

/** Imports a CSV of yesterday's payments to play@rangoli: rows of narration, deposit, withdrawal. */
export async function importYesterday(
  server: ChildServer,
  admin: Person,
  rows: readonly (readonly [narration: string, deposit: string, withdrawal: string])[],
): Promise<void> {
  const day = new Date((await server.now()) + 5.5 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  const lines = ['Date,Narration,Deposit,Withdrawal', ...rows.map((cells) => [day, ...cells].join(','))];
  const { viewer } = await admin.execute('{ viewer { admin { payees { id upiId } } } }');
  const payee = (viewer.admin.payees as { id: string; upiId: string }[]).find(({ upiId }) => upiId === 'play@rangoli');
  const content = Buffer.from(lines.join('\n')).toString('base64');
  const mapping = { date: 'Date', description: 'Narration', credit: 'Deposit', debit: 'Withdrawal' };
  const file = { payeeId: payee?.id, fileName: 'day.csv', content, bank: 'Generated', mapping };
  await admin.perform('importStatement', file, 'newCount');
}

/**
 * Clicks, keys and choices by which an admin closes a day on the screens: of each step, of each page of 100
 * lines in it, or of each batch. The bench of a day adds them up; browser tests count their own.
 */
export const dayClicks = {
  /** Import, file, its name in the system's dialog, bank, submit. */
  importing: 5,
  /** Select all, confirm. */
  confirmingPage: 2,
  /** Unmatched, select all, set aside, kind, reason, confirm. */
  settingPageAside: 6,
  /** The deposits that wait, approve all matched, confirm. */
  approving: 3,
  /** Statements, close, confirm. */
  closing: 3,
  /** Withdrawals that wait: select all, approve, confirm. */
  approvingPage: 3,
  /** A batch of payouts: Payouts, select all, make, confirm, download, the bank's answer, its name, record, confirm. */
  payingBatch: 9,
  /** End: the list shows the second hundred of a batch. */
  showingMorePayouts: 1,
} as const;

/** The columns of `statementOf`. */
export const generatedColumns = {
  date: 'Date',
  dateOrder: 'YMD',
  time: null,
  description: 'Narration',
  reference: 'Ref No',
  amount: null,
  side: null,
  credit: 'Deposit',
  debit: 'Withdrawal',
  balance: 'Balance',
} as const;
