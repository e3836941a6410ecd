import type { BookAudit } from '../audit/nightlyAudit.ts';
import { dayOf } from '../ground/values/calendar.ts';
import { formatRupees } from '../ground/values/money.ts';
import type { DailyFigures } from './dailyFigures.ts';

const rupees = (amount: bigint) => `Rs ${formatRupees(amount)}`;
const counted = ({ count, amount }: { count: number; amount: bigint }) => `${count}, ${rupees(amount)}`;

/** The report in plain text, a paragraph for each subject. In English, as the back office. */
export function reportText(figures: DailyFigures, publicUrl: string): string[] {
  const { money, active, owed } = figures;
  return [
    `${dayOf(figures.from)} in Indian time, from midnight to midnight.`,
    lines([
      ['Stakes', rupees(money.stakes)],
      ['Returned to players', rupees(money.returned)],
      ['Gross gaming revenue', rupees(money.grossGamingRevenue)],
      ['Hold', money.hold === null ? 'none: no stakes' : `${(money.hold * 100).toFixed(2)} %`],
    ]),
    lines([
      ['Deposits approved', counted(money.deposits)],
      ['Withdrawals approved', counted(money.withdrawals)],
      ['Deposits waiting now', counted(figures.pendingDeposits)],
      ['Withdrawals waiting now', counted(figures.pendingWithdrawals)],
    ]),
    lines([
      ['New players', String(figures.registered)],
      ['Active players', String(active.activeOnPlatform)],
      ['Players who bet', String(active.activeInBetting)],
    ]),
    lines([
      ['Owed to players now: available', rupees(owed.available)],
      ['Owed to players now: on hold', rupees(owed.held)],
      ['Staked in rounds under way', rupees(owed.liveStakes)],
    ]),
    lines([
      ...driftLines(figures),
      ['Open alerts', String(figures.openAlerts)],
      ['Open signals that are likely fraud', String(figures.likelySignals)],
      ['The books', booksText(figures.audit)],
    ]),
    `${publicUrl}/admin/dashboard`,
  ];
}

function lines(facts: readonly (readonly [string, string])[]): string {
  return facts.map(([label, value]) => `${label}: ${value}`).join('\n');
}

function driftLines({ drifts }: DailyFigures): (readonly [string, string])[] {
  if (drifts.length === 0) return [['Drift', 'no day was closed']];
  return drifts.map(({ payee, day, drift }) => [`Drift of ${payee} on ${day}`, rupees(drift)] as const);
}

function booksText(audit: BookAudit | null): string {
  if (audit === null) return 'not audited yet';
  const night = dayOf(audit.dueAt);
  if (audit.failure !== null) return `could not be audited on ${night}: ${audit.failure}`;
  if (audit.checks === null) return `the audit of ${night} has no result`;
  const faults = audit.checks.reduce((sum, { faultCount }) => sum + faultCount, 0);
  return faults === 0 ? `in order on ${night}` : `${faults} faults on ${night}`;
}
