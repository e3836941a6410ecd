import type { TimelineItem_entryFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { timeline as timelineWords } from '#messages/admin/timeline.ts';

type Change = NonNullable<TimelineItem_entryFragment['safety']>;

/** What a player set to play safely, in words. */
export function safetyText(change: Change): string {
  const timeline = timelineWords;
  const { setting, until, minutes } = change;
  if (setting === 'TIME_OUT') return timeline.timeOut(until === null ? '' : formatInstant(until));
  if (setting === 'EXCLUSION') {
    return until === null ? timeline.exclusionForEver : timeline.exclusion(formatInstant(until));
  }
  if (setting === 'REALITY_CHECK') return minutes === null ? timeline.realityCheckOff : timeline.realityCheck(minutes);
  return limitText(change);
}

function limitText({ kind, period, amount, effectiveAt }: Change): string {
  const timeline = timelineWords;
  if (kind === null || period === null) return '';
  const [limit, by] = [timeline.limit[kind], timeline.periods[period]];
  const text = amount === null ? timeline.limitRemoved(limit, by) : timeline.limitSet(limit, by, formatMoney(amount));
  return effectiveAt === null ? text : `${text}, ${timeline.from(formatInstant(effectiveAt))}`;
}
