import type { ReportLine } from '../../../db/schema/dailyReports.ts';
import type { BookAudit } from '../audit/nightlyAudit.ts';
import { dayOf } from '../ground/values/calendar.ts';
import { displayDay, displayMoney } from '../notifications/display.ts';
import type { DecisionTime } from '../stats/decisionTimes.ts';
import type { DailyFigures } from './dailyFigures.ts';

type Facts = readonly (readonly [label: string, value: string])[];

const counted = ({ count, amount }: { count: number; amount: bigint }) => `${count}, ${displayMoney(amount)}`;
const compared = <T>(text: (figure: T) => string, now: T, before: T) => `${text(now)} (day before: ${text(before)})`;

/** The report's figures, a list for each subject. In English, as the back office, and written as on its screens. */
export function reportSections(figures: DailyFigures): ReportLine[][] {
  return [
    games(figures),
    statement(figures),
    payments(figures),
    players(figures),
    owedNow(figures),
    state(figures),
  ].map((facts) => facts.map(([label, value]) => ({ label, value })));
}

/** The report in plain text: what it is about, a paragraph for each subject, and where the figures of today are. */
export function reportText(from: Date, sections: readonly ReportLine[][], publicUrl: string): string[] {
  return [
    `${displayDay(dayOf(from))} in Indian time, from midnight to midnight.`,
    ...sections.map((lines) => lines.map(({ label, value }) => `${label}: ${value}`).join('\n')),
    `${publicUrl}/admin/reports`,
  ];
}

function games({ money, before }: DailyFigures): Facts {
  const { stakes, returned, grossGamingRevenue, hold } = money;
  return [
    ['Stakes', compared(displayMoney, stakes, before.money.stakes)],
    ['Returned to players', compared(displayMoney, returned, before.money.returned)],
    ['Gross gaming revenue', compared(displayMoney, grossGamingRevenue, before.money.grossGamingRevenue)],
    ['Hold', compared(holdText, hold, before.money.hold)],
  ];
}

/** What led from what players were owed at its start to what they were owed at its end. */
function statement({ owed }: DailyFigures): Facts {
  const orNone = (label: string, sign: string, amount: bigint): Facts =>
    amount === 0n ? [] : [[label, `${sign} ${displayMoney(amount)}`]];
  return [
    ['Owed to players at the start', displayMoney(owed.owedAtStart)],
    ['Deposits', `+ ${displayMoney(owed.deposits)}`],
    ['Withdrawals', `− ${displayMoney(owed.withdrawals)}`],
    ...orNone('Payouts that came back', '+', owed.returnedPayouts),
    ['Play credit given', `+ ${displayMoney(owed.playCredit)}`],
    ...orNone('Play money taken back', '−', owed.playMoneyTaken),
    ['Corrections, added less taken', `${owed.corrections < 0n ? '' : '+ '}${displayMoney(owed.corrections)}`],
    ['Returned by rounds', `+ ${displayMoney(owed.won)}`],
    ['Staked in them', `− ${displayMoney(owed.staked)}`],
    ['Owed to players at the end', `= ${displayMoney(owed.owedAtEnd)}`],
  ];
}

function payments({ money, before, decisions, pendingDeposits, pendingWithdrawals, beingPaid }: DailyFigures): Facts {
  return [
    ['Deposits approved', compared(counted, money.deposits, before.money.deposits)],
    ['Withdrawals paid', compared(counted, money.withdrawals, before.money.withdrawals)],
    ['Payouts that came back', compared(counted, money.returnedPayouts, before.money.returnedPayouts)],
    ['Corrections', compared(counted, money.corrections, before.money.corrections)],
    ['Play credit', compared(counted, money.playCredit, before.money.playCredit)],
    ['Time to decision, deposits', timeText(decisions.deposits)],
    ['Time to decision, withdrawals', timeText(decisions.withdrawals)],
    ['Deposits waiting now', counted(pendingDeposits)],
    ['Withdrawals waiting now', counted(pendingWithdrawals)],
    ['Withdrawals being paid now', counted(beingPaid)],
  ];
}

function players({ active, registered, before }: DailyFigures): Facts {
  return [
    ['New players', compared(String, registered, before.registered)],
    ['Active players', compared(String, active.activeOnPlatform, before.active.activeOnPlatform)],
    ['Players who bet', compared(String, active.activeInBetting, before.active.activeInBetting)],
  ];
}

function owedNow({ owed: { now } }: DailyFigures): Facts {
  return [
    ['Owed to players now: available', displayMoney(now.available)],
    ['Owed to players now: on hold', displayMoney(now.held)],
    ['Staked in rounds under way', displayMoney(now.liveStakes)],
  ];
}

function state(figures: DailyFigures): Facts {
  return [
    ...driftLines(figures),
    ['Open alerts', String(figures.openAlerts)],
    ['Open signals that are likely fraud', String(figures.likelySignals)],
    ['The books', booksText(figures.audit)],
  ];
}

function holdText(hold: number | null): string {
  return hold === null ? 'none: no stakes' : `${(hold * 100).toFixed(2)} %`;
}

function timeText({ count, medianSeconds, ninetiethSeconds }: DecisionTime): string {
  if (medianSeconds === null || ninetiethSeconds === null) return 'no decisions';
  const minutes = (seconds: number) => `${Math.floor(seconds / 60)} min`;
  return `median ${minutes(medianSeconds)}, 90 % within ${minutes(ninetiethSeconds)}, of ${count}`;
}

function driftLines({ drifts }: DailyFigures): Facts {
  if (drifts.length === 0) return [['Drift', 'no day was closed']];
  return drifts.map(({ payee, day, drift }) => [`Drift of ${payee} on ${displayDay(day)}`, displayMoney(drift)]);
}

function booksText(audit: BookAudit | null): string {
  if (audit === null) return 'not audited yet';
  const night = displayDay(dayOf(audit.dueAt));
  if (audit.failure !== null) return `could not be audited on ${night}: ${audit.failure}`;
  if (audit.checks === null) return `the audit of ${night} has no result`;
  const faults = audit.checks.reduce((sum, { faultCount }) => sum + faultCount, 0);
  return faults === 0 ? `in order on ${night}` : `${faults} faults on ${night}`;
}
