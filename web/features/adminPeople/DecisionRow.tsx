import IconGavel from '@tabler/icons-react/dist/esm/icons/IconGavel.mjs';
import type { TimelineItem_entryFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { audit as auditWords } from '#messages/admin/audit.ts';
import { timeline as timelineWords } from '#messages/admin/timeline.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListRow } from '../../ui/ListRow.tsx';
import { FlagBadges } from '../admin/FlagBadges.tsx';
import classes from './TimelineItem.module.css';

type Decision = NonNullable<TimelineItem_entryFragment['decision']>;

/** What the audit log has about a player: who did what, and why. */
export function DecisionRow({ at, decision }: { at: string; decision: Decision }) {
  const timeline = timelineWords;
  const audit = auditWords;
  const { action, actor, flag, amount, reason } = decision;
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
      aside={flag ? <FlagBadges flags={[flag]} /> : amount && formatMoney(amount)}
    />
  );
}
