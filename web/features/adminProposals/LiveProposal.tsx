import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { LiveProposal_proposalFragment } from '../../gql/graphql.ts';
import { secondsUntil } from '../../lib/time.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useServerNow } from '../clock/useServerNow.ts';
import { ProposalActions } from './ProposalActions.tsx';

export const LiveProposal_proposal = graphql(`
  fragment LiveProposal_proposal on Proposal {
    id
    expiresAt
    number
    reason
    maker {
      id
      name
    }
    ...ProposalActions_proposal
  }
`);

interface LiveProposalProps {
  proposal: FragmentType<LiveProposal_proposalFragment>;
  /** Called with the text of the toast: what was done. */
  onDone: (done: string) => void;
}

/** What another admin proposes about a running round, with the seconds in which it can be confirmed. */
export function LiveProposal({ proposal, onDone }: LiveProposalProps) {
  const { data } = useFragmentData({
    fragment: LiveProposal_proposal,
    fragmentName: 'LiveProposal_proposal',
    from: proposal,
  });
  const secondsLeft = secondsUntil(data.expiresAt, useServerNow());
  const texts = proposals;
  return (
    <Stack gap={12}>
      <Notice tone="attention">
        <strong>{data.number === null ? texts.needs : texts.number(data.number)}</strong>
        <p>{texts.proposedBy(data.maker.name)}</p>
        <p>{secondsLeft === 0 ? texts.expired : texts.expiresIn(secondsLeft)}</p>
        {data.reason && <p>{texts.reason(data.reason)}</p>}
      </Notice>
      {secondsLeft > 0 && <ProposalActions proposal={data} onDone={onDone} />}
    </Stack>
  );
}
