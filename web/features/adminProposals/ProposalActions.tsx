import type { FragmentType } from '@apollo/client/masking';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { ProposalActions_proposalFragment } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { ReasonField } from '../admin/ReasonField.tsx';
import { useSession } from '../session/useSession.ts';
import { useDecideProposal } from './useDecideProposal.ts';

export const ProposalActions_proposal = graphql(`
  fragment ProposalActions_proposal on Proposal {
    id
    kind
    subject
    amount
    mayConfirm
    number
    contest {
      id
      period
    }
    threshold {
      kind
    }
    maker {
      id
      uid
    }
  }
`);

interface ProposalActionsProps {
  proposal: FragmentType<ProposalActions_proposalFragment>;
  /** Called with the text of the toast: what was done. */
  onDone: (done: string) => void;
}

/** Confirm and Decline for other admins; for its maker that another one must confirm it, and Withdraw. */
export function ProposalActions({ proposal, onDone }: ProposalActionsProps) {
  const { data } = useFragmentData({ fragment: ProposalActions_proposal, from: proposal });
  const own = useSession()?.user.userId === data.maker.uid;
  const [problem, setProblem] = useState<string | null>(null);
  const { confirm, confirming } = useDecideProposal();
  const texts = proposals;
  if (!own && !data.mayConfirm) return null;

  const confirmIt = async () => {
    const refused = await confirm(data.id);
    setProblem(refused);
    if (refused === null) onDone(texts.confirmed);
  };
  const what = whatOf(data);
  const label = data.threshold ? texts.confirmRule(what) : `${texts.confirmWhat(what)}: ${data.subject}`;
  return (
    <Stack gap={8}>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {own ? (
        <p>{texts.own}</p>
      ) : (
        <Button fullWidth mih={44} loading={confirming} aria-label={label} onClick={() => void confirmIt()}>
          {data.threshold ? texts.confirmRule(what) : texts.confirmWhat(what)}
        </Button>
      )}
      <EndProposal id={data.id} subject={data.threshold ? what : data.subject} own={own} onDone={onDone} />
    </Stack>
  );
}

/** What is confirmed, as its button names it. */
function whatOf({ amount, subject, kind, contest, number, threshold }: ProposalActions_proposalFragment): string {
  if (amount !== null) return formatMoneyShort(amount);
  if (threshold) return proposals.kinds[threshold.kind];
  if (number !== null) return proposals.sets(number);
  return kind === 'VOID' && contest ? proposals.voids(contest.period) : subject;
}

interface EndProposalProps {
  id: string;
  /** What it is about, for the button's name. */
  subject: string;
  own: boolean;
  onDone: (done: string) => void;
}

/** Declines the proposal, or withdraws one's own, after a confirmation. */
function EndProposal({ id, subject, own, onDone }: EndProposalProps) {
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { decline, declining } = useDecideProposal();
  const texts = proposals;
  const label = own ? texts.withdraw : texts.decline;

  const end = async () => {
    const refused = await decline(id, reason);
    setProblem(refused);
    if (refused !== null) return;
    setOpened(false);
    onDone(own ? texts.withdrawn : texts.declined);
  };
  return (
    <>
      <Button variant="light" fullWidth mih={44} aria-label={`${label}: ${subject}`} onClick={() => setOpened(true)}>
        {label}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={label}
        question={own ? texts.withdrawQuestion : texts.declineQuestion}
        note={
          <Stack gap={12}>
            <ReasonField value={reason} onChange={setReason} />
            {problem && <Notice tone="bad">{problem}</Notice>}
          </Stack>
        }
        confirmLabel={label}
        busy={declining}
        onConfirm={() => void end()}
        onCancel={() => setOpened(false)}
      />
    </>
  );
}
