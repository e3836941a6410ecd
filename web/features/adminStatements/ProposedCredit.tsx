import { graphql } from '../../gql/gql.ts';
import type { ProposedCredit_lineCreditFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatDay } from '../../lib/time.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { statements } from '#messages/admin/statements.ts';
import { Stack } from '../../ui/Stack.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';
import { LazyPlayerSignals } from '../adminSignals/LazyPlayerSignals.tsx';

graphql(`
  fragment ProposedCredit_lineCredit on ProposedLineCredit {
    reason
    player {
      id
      uid
      name
    }
    line {
      id
      day
      amount
      description
      unclaimedDays
    }
    knownBy
  }
`);

/** What an admin needs to know before confirming that a line is credited: the line, whose it is to be, and what speaks for that. */
export function ProposedCredit({ credit }: { credit: ProposedCredit_lineCreditFragment }) {
  const { line, player, knownBy, reason } = credit;
  const texts = statements.credit;
  return (
    <Stack gap={12}>
      <PlayerLink uid={player.uid} name={player.name} />
      <p>{proposals.line(formatMoney(line.amount), formatDay(line.day))}</p>
      <p>{line.description}</p>
      {line.unclaimedDays !== null && (
        <p>
          {statements.lines.kinds.UNCLAIMED}, {statements.lines.unclaimedFor(line.unclaimedDays)}. {texts.receipt}
        </p>
      )}
      <p>{knownBy === null ? texts.notNamed : texts.by[knownBy]}</p>
      <p>{proposals.reason(reason)}</p>
      <LazyPlayerSignals uid={player.uid} />
    </Stack>
  );
}
