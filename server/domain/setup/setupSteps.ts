import type { Context } from '../ground/verbs/context.ts';

/** What a new installation needs before it opens, in the order in which it is done. */
export const setupSteps = [
  'ownSecondFactor',
  'secondOwner',
  'roles',
  'fourEyes',
  'payee',
  'limits',
  'mail',
  'publicUrl',
  'backup',
  'restoreTried',
  'audit',
  'doctor',
] as const;

export type SetupStep = (typeof setupSteps)[number];

/** Those that an operator of real money can do without, or that no system can tell: an owner settles them with a reason. */
const markable: readonly SetupStep[] = ['secondOwner', 'roles', 'fourEyes', 'limits', 'restoreTried'];
/** With play money, where nothing is lost, these too. */
const markableInPlay: readonly SetupStep[] = [...markable, 'mail', 'publicUrl', 'backup', 'doctor'];

/** Whether an owner may settle a step with a reason, beside doing it. */
export function maySettle({ config }: Pick<Context, 'config'>, step: SetupStep): boolean {
  return (config.moneyMode === 'play' ? markableInPlay : markable).includes(step);
}
