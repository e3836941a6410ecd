import type pg from 'pg';
import { MoneyModeError, refuseOtherMode } from '../../../db/moneyMode.ts';
import type { Config } from '../../config/config.ts';
import { type Finding, wrong } from './finding.ts';

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
