import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { isLoopbackHost } from '../../platform/loopback.ts';
import { gameTypes, type GameType } from '../contests/gameTypes.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import type { Context } from '../ground/verbs/context.ts';
import { maySettle, type SetupStep, setupSteps } from './setupSteps.ts';

/** That an owner marked a step as settled. */
export interface SetupChoice {
  reason: string;
  settledBy: bigint;
  settledAt: Date;
}

/** A step of the first day, and whether it is done. */
export interface SetupItem {
  step: SetupStep;
  /** By the state of the system, not by an owner's mark. */
  done: boolean;
  /** What is missing, or was found, in words; empty where the step says it. */
  facts: string[];
  /** An owner may settle it with a reason. */
  optional: boolean;
  /** Null unless an owner has. */
  choice: SetupChoice | null;
}

const games: Readonly<Record<GameType, string>> = {
  sapreHalf: '30 seconds',
  sapreOne: '1 minute',
  sapreThree: '3 minutes',
};
const MOST_FACTS = 5;

interface State {
  secondFactor: boolean;
  owners: number;
  others: number;
  thresholds: number;
  payees: number;
  limited: GameType[];
  backups: boolean;
  restored: boolean;
  audit: { faults: number } | null;
  doctor: { wrong: string[] } | null;
  choices: { step: SetupStep; reason: string; settledBy: string; settledAt: string }[];
}

/** The steps of the first day, for owners and auditors, from the state of the system: one statement. */
export async function setupList(ctx: Context): Promise<SetupItem[]> {
  const adminId = requireAdmin(ctx, 'setup:read');
  const state = await readState(ctx, adminId);
  return setupSteps.map((step) => {
    const choice = state.choices.find((one) => one.step === step);
    return {
      step,
      ...outcomes[step](state, ctx),
      optional: maySettle(ctx, step),
      choice: choice
        ? { reason: choice.reason, settledBy: BigInt(choice.settledBy), settledAt: new Date(choice.settledAt) }
        : null,
    };
  });
}

type Outcome = Pick<SetupItem, 'done' | 'facts'>;
const is = (done: boolean, facts: string[] = []): Outcome => ({ done, facts: done ? [] : facts.slice(0, MOST_FACTS) });

/** Whether each step is done. */
const outcomes: Readonly<Record<SetupStep, (state: State, ctx: Context) => Outcome>> = {
  ownSecondFactor: ({ secondFactor }) => is(secondFactor),
  secondOwner: ({ owners }) => is(owners > 1),
  roles: ({ others }) => is(others > 0),
  fourEyes: ({ thresholds }) => is(thresholds > 0),
  payee: ({ payees }) => is(payees > 0),
  limits: ({ limited }) => {
    const open = gameTypes.filter((game) => !limited.includes(game));
    return is(
      open.length === 0,
      open.map((game) => `The game of ${games[game]} has no limit.`),
    );
  },
  mail: (_state, { mail }) => is(mail !== undefined),
  publicUrl: (_state, { config: { publicUrl } }) => {
    const { protocol, hostname } = new URL(publicUrl);
    return is(protocol === 'https:' && !isLoopbackHost(hostname), [`PUBLIC_URL is ${publicUrl}.`]);
  },
  backup: ({ backups }) => is(backups),
  // A database knows whether it was restored itself; that a copy was restored elsewhere, only an owner can mark.
  restoreTried: ({ restored }) => is(restored),
  audit: ({ audit }) => is(audit?.faults === 0, audit ? [`The last audit found ${audit.faults} faults.`] : []),
  doctor: ({ doctor }) => is(doctor?.wrong.length === 0, doctor?.wrong ?? []),
};

async function readState({ db }: Context, adminId: bigint): Promise<State> {
  const [row] = await rawQuery<{ state: State }>(
    db,
    sql`
      select json_build_object(
        'secondFactor', exists (select from second_factors where user_id = ${adminId} and confirmed_at is not null),
        'owners', (select count(*) from users where user_type = 'admin' and status = 'active' and 'OWNER' = any(roles)),
        'others', (select count(*) from users
                    where user_type = 'admin' and status = 'active' and roles && '{FINANCE,SUPPORT,GAME}'
                      and not 'OWNER' = any(roles)),
        'thresholds', (select count(*) from second_admin_thresholds where from_amount is not null),
        'payees', (select count(*) from payees where active and removed_at is null),
        'limited', (select coalesce(json_agg(game_type), '[]') from game_limits
                     where coalesce(max_bet, max_stake, max_payout) is not null),
        'backups', exists (select from audit_log where action = 'database:backup'),
        'restored', exists (select from audit_log where action = 'database:restore'),
        'audit', (select json_build_object('faults',
                           coalesce((select sum((c ->> 'faultCount')::int) from jsonb_array_elements(checks) c), 0))
                    from book_audits where finished_at is not null order by due_at desc limit 1),
        'doctor', (select json_build_object('wrong', (
                            select coalesce(json_agg(concat(f ->> 'what', ' ', f ->> 'todo')), '[]')
                              from jsonb_array_elements(findings) f where f ->> 'level' = 'wrong'))
                     from doctor_runs),
        'choices', (select coalesce(json_agg(json_build_object(
                             'step', step, 'reason', reason, 'settledBy', settled_by::text, 'settledAt', settled_at)), '[]')
                      from setup_choices)) as state`,
  );
  if (!row) throw new Error('a state without a row');
  return row.state;
}
