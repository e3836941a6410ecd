import type pg from 'pg';
import { MoneyModeError, refuseOtherMode } from '../../../db/moneyMode.ts';
import type { Config } from '../../config/config.ts';
import { gameTypes } from '../../domain/contests/gameTypes.ts';
import { rowsOf } from './database.ts';
import { advice, type Finding, wrong } from './finding.ts';

/** Whether the database holds the kind of money that MONEY_MODE names. */
export async function checkMoneyMode(client: pg.Client, { money }: Config): Promise<Finding[]> {
  try {
    await refuseOtherMode(client, money.mode);
    return [];
  } catch (error) {
    if (!(error instanceof MoneyModeError)) throw error;
    return [wrong(error.message, 'Until then no server starts.')];
  }
}

/** What a licensed operator has to have set. Nothing with play money. */
export async function checkRealMoney(client: pg.Client, { money }: Config): Promise<Finding[]> {
  if (money.mode !== 'real') return [];
  const findings = [
    ...(await checkSecondFactors(client)),
    ...(await checkFourEyes(client)),
    ...(await checkLimits(client)),
    ...(await checkPayees(client)),
    ...(money.operator.licenceInHindi === null
      ? [advice('Readers of Hindi see the licence in English.', 'Set OPERATOR_LICENCE_HI.')]
      : []),
  ];
  return findings.map((finding) => ({ ...finding, section: 'real money' }));
}

/** The rows of a `from …` clause. */
async function countOf(client: pg.Client, rows: string): Promise<number> {
  const [counted] = await rowsOf<{ count: number }>(client, `select count(*)::int as count ${rows}`);
  return counted?.count ?? 0;
}

async function checkSecondFactors(client: pg.Client): Promise<Finding[]> {
  const without = await rowsOf<{ email: string }>(
    client,
    `select email from users u where user_type = 'admin' and status = 'active'
        and not exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) order by id`,
  );
  if (without.length === 0) return [];
  return [
    wrong(
      `Admins without a second factor: ${without.map(({ email }) => email).join(', ')}.`,
      'They can do nothing until they set one up at their next sign-in. Deactivate those who are not needed.',
    ),
  ];
}

async function checkFourEyes(client: pg.Client): Promise<Finding[]> {
  const admins = await countOf(client, `from users where user_type = 'admin' and status = 'active'`);
  const off = await rowsOf<{ name: string }>(
    client,
    `select kind::text as name from second_admin_thresholds where from_amount is null and kind <> 'override' order by kind`,
  );
  const findings: Finding[] = [];
  if (admins < 2)
    findings.push(wrong('There is one admin alone: nobody can confirm anything.', 'Register a second one.'));
  if (off.length > 0) {
    findings.push(
      advice(
        `One admin alone decides: ${off.map(({ name }) => name).join(', ')}.`,
        'Have a second admin confirm them (Admins, Four eyes), from an amount on where there is one.',
      ),
    );
  }
  return findings;
}

async function checkLimits(client: pg.Client): Promise<Finding[]> {
  const games = await countOf(
    client,
    'from game_limits where max_bet is not null or max_stake is not null or max_payout is not null',
  );
  if (games >= gameTypes.length) return [];
  return [
    advice(
      `${gameTypes.length - games} of ${gameTypes.length} games have no limit of bets, stakes or payouts.`,
      'Set what one round may cost (Games, Limits).',
    ),
  ];
}

async function checkPayees(client: pg.Client): Promise<Finding[]> {
  const payees = await countOf(client, 'from payees where active and removed_at is null');
  if (payees > 0) return [];
  return [
    wrong(
      'Players have nobody to pay: no UPI id and no bank account is active.',
      'Add one (UPI accounts, Bank accounts).',
    ),
  ];
}
