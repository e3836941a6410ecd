import type { ReactNode } from 'react';
import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { ProposalCard_proposalFragment } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { LinkButton } from '../shell/LinkButton.tsx';
import { LiveProposal } from './LiveProposal.tsx';
import { ProposalNotice } from './ProposalNotice.tsx';

export const ProposalCard_proposal = graphql(`
  fragment ProposalCard_proposal on Proposal {
    id
    kind
    subject
    amount
    contest {
      id
      gameType
    }
    transaction {
      id
    }
    threshold {
      kind
    }
    ...ProposalNotice_proposal
    ...LiveProposal_proposal
  }
`);

const gamePaths = {
  SAPRE_HALF: paths.admin.sapreHalf,
  SAPRE_ONE: paths.admin.sapreOne,
  SAPRE_THREE: paths.admin.sapreThree,
} as const;

interface ProposalCardProps {
  proposal: FragmentType<ProposalCard_proposalFragment>;
  /** Called with the text of the toast: what was done. */
  onDone: (done: string) => void;
  /** What the decision needs to know, between what is proposed and the buttons. */
  children?: ReactNode;
}

/** A proposal with what is proposed, by whom, and the buttons that decide it. */
export function ProposalCard({ proposal, onDone, children }: ProposalCardProps) {
  const { data } = useFragmentData({
    fragment: ProposalCard_proposal,
    fragmentName: 'ProposalCard_proposal',
    from: proposal,
  });
  const texts = proposals;
  const amount = data.amount === null ? '' : ` · ${formatMoneyShort(data.amount)}`;
  return (
    <Card title={`${texts.kinds[data.kind]}${amount}`}>
      <Stack gap={12}>
        <p>{data.threshold ? texts.kinds[data.threshold.kind] : data.subject}</p>
        {children}
        {data.contest ? (
          <LiveProposal proposal={data} onDone={onDone} />
        ) : (
          <ProposalNotice proposal={data} onDone={onDone} />
        )}
        {data.transaction && (
          <LinkButton
            quiet
            to={paths.admin.transactionsFor(data.transaction.id)}
            label={`${texts.payment}: ${data.subject}`}
          >
            {texts.payment}
          </LinkButton>
        )}
        {data.contest && (
          <LinkButton quiet to={gamePaths[data.contest.gameType]} label={`${texts.game}: ${data.subject}`}>
            {texts.game}
          </LinkButton>
        )}
      </Stack>
    </Card>
  );
}
