import { IconGavel } from '@tabler/icons-react';
import type { PlayerFlag, TimelineItem_entryFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListRow } from '../../ui/ListRow.tsx';
import { FlagBadges } from '../admin/FlagBadges.tsx';
import classes from './TimelineItem.module.css';

type Decision = NonNullable<TimelineItem_entryFragment['decision']>;

/** What the audit log has about a player: who did what, and why. */
export function DecisionRow({ at, decision }: { at: string; decision: Decision }) {
  const timeline = words.admin.timeline;
  const audit = words.admin.audit;
  const { action, actor, reason } = decision;
  const flag = flagOf(decision);
  return (
    <ListRow
      icon={<IconGavel size={18} />}
      title={audit.actions[action] ?? action}
      hint={
        <>
          <Instant at={at} /> · {timeline.by(actor?.name ?? timeline.server)}
          {reason && <span className={classes.words}>{reason}</span>}
        </>
      }
      aside={flag ? <FlagBadges flags={[flag]} /> : amountOf(decision)}
    />
  );
}

/** The flag that was set or removed. */
function flagOf({ before, after }: Decision): PlayerFlag | null {
  const facts = { ...factsIn(before), ...factsIn(after) };
  const flag = facts['flag'];
  return typeof flag === 'string' && flag in words.admin.flags.names ? (flag as PlayerFlag) : null;
}

/** By how much a balance was corrected. */
function amountOf({ after }: Decision): string | null {
  const amount = factsIn(after)['amount'];
  return typeof amount === 'string' ? formatMoney(amount) : null;
}

function factsIn(json: string | null): Record<string, unknown> {
  const value: unknown = json === null ? null : JSON.parse(json);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
