import { formatMoneyShort } from '../../lib/money.ts';
import { proposals } from '#messages/admin/proposals.ts';
import type { ProposalsPage_QueryQuery } from '../../gql/graphql.ts';

type AdminFields = NonNullable<NonNullable<ProposalsPage_QueryQuery['viewer']>['admin']>;

/** When a kind of action needs a second admin. */
export type Threshold = AdminFields['secondAdminThresholds'][number];

/** It in words. */
export function needText({
  need,
  fromAmount,
  makerDayAmount,
}: Pick<Threshold, 'need' | 'fromAmount' | 'makerDayAmount'>): string {
  const texts = proposals.thresholds;
  const single =
    need === 'NEVER' ? texts.off : fromAmount === null ? texts.always : texts.from(formatMoneyShort(fromAmount));
  return makerDayAmount === null ? single : `${single}, ${texts.perDay(formatMoneyShort(makerDayAmount))}`;
}
