import type { DomainConfig } from '../ground/verbs/context.ts';
import type { NotificationData, NotificationKind } from './kinds.ts';

export interface Words {
  title: string;
  body: string;
}

export type MoneyMode = DomainConfig['moneyMode'];

/** The texts of one language, by kind. */
export type Writers = { [Kind in NotificationKind]: (data: NotificationData[Kind], mode: MoneyMode) => Words };
