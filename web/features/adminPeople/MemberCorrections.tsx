import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { MemberCorrections_memberFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { corrections as texts } from '#messages/admin/corrections.ts';
import { transactions } from '#messages/transactions.ts';
import { Card } from '../../ui/Card.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useMay } from '../admin/useMay.ts';
import { ShowMore } from '../shell/ShowMore.tsx';
import { CorrectBalance } from './CorrectBalance.tsx';
import classes from './MemberCorrections.module.css';
import { useMoreOf } from './useMoreOf.ts';

graphql(`
  fragment MemberCorrections_page on BalanceCorrectionConnection {
    edges {
      cursor
      node {
        id
        amount
        reason
        evidence
        message
        createdAt
        madeBy {
          id
          name
        }
        checkedBy {
          id
          name
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`);

export const MemberCorrections_member = graphql(`
  fragment MemberCorrections_member on Member {
    id
    closedAt
    user {
      id
      name
    }
    wallet {
      id
      available
    }
    correctionProposal {
      id
    }
    corrections(first: 10) {
      ...MemberCorrections_page @unmask
    }
  }
`);

const MemberCorrections_Query = graphql(`
  query MemberCorrections_Query($memberId: ID!, $after: String) {
    node(id: $memberId) {
      ... on Member {
        id
        corrections(first: 10, after: $after) {
          ...MemberCorrections_page @unmask
        }
      }
    }
  }
`);

type Correction = NonNullable<MemberCorrections_memberFragment['corrections']>['edges'][number]['node'];

interface MemberCorrectionsProps {
  member: FragmentType<MemberCorrections_memberFragment>;
  /** Counts how often it was asked for: the button for another correction takes the focus. */
  asked: number;
}

/** Corrections of a player's balance, newest first, and the button for another unless one waits for a second admin. */
export function MemberCorrections({ member, asked }: MemberCorrectionsProps) {
  const { data } = useFragmentData({
    fragment: MemberCorrections_member,
    fragmentName: 'MemberCorrections_member',
    from: member,
  });
  const fetchMore = useMoreOf(MemberCorrections_Query, data.id);
  const may = useMay();
  const { corrections } = data;
  const possible = data.wallet && data.closedAt === null && data.correctionProposal === null && may('WALLET_CORRECT');
  if (corrections === null) return null;
  const { edges, pageInfo } = corrections;
  return (
    <Card title={texts.title}>
      <Stack gap={12}>
        {edges.length === 0 && <p>{texts.none}</p>}
        {edges.length > 0 && (
          <List label={texts.title}>
            {edges.map(({ node }) => (
              <li key={node.id}>
                <Row correction={node} />
              </li>
            ))}
          </List>
        )}
        <ShowMore pageInfo={pageInfo} fetchMore={fetchMore} />
        {possible && data.wallet && <CorrectBalance user={data.user} available={data.wallet.available} asked={asked} />}
      </Stack>
    </Card>
  );
}

function Row({ correction }: { correction: Correction }) {
  const { amount, reason, evidence, message, createdAt, madeBy, checkedBy } = correction;
  const at = formatInstant(createdAt);
  const maker = madeBy?.name ?? '';
  return (
    <>
      <ListRow
        title={reason}
        hint={checkedBy ? texts.byTwo(maker, checkedBy.name, at) : texts.by(maker, at)}
        aside={<MoneyText amount={amount} as="net" />}
      />
      <p className={classes.note}>{texts.shownBy(evidence ?? '')}</p>
      {message && <p className={classes.note}>{transactions.message(message)}</p>}
    </>
  );
}
