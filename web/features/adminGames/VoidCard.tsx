import type { FragmentType } from '@apollo/client/masking';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { VoidCard_contestFragment } from '../../gql/graphql.ts';
import { games } from '#messages/admin/games.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ReasonDialog } from '../admin/ReasonDialog.tsx';
import { RoundProposal } from './RoundProposal.tsx';
import { useVoidContest } from './useVoidContest.ts';

export const VoidCard_contest = graphql(`
  fragment VoidCard_contest on Contest {
    id
    gameId
    voidReason
    operator {
      voidProposal {
        id
        ...LiveProposal_proposal
      }
    }
  }
`);

interface VoidCardProps {
  contest: FragmentType<VoidCard_contestFragment>;
  /** Seconds in which it can still be made void. */
  secondsLeft: number;
}

/** Makes the running round void, after a confirmation with a public reason. Use the round as its key. */
export function VoidCard({ contest, secondsLeft }: VoidCardProps) {
  const { data } = useFragmentData({ fragment: VoidCard_contest, fragmentName: 'VoidCard_contest', from: contest });
  const text = games.voiding;
  if (data.voidReason !== null) return <Notice tone="attention">{text.done(data.voidReason)}</Notice>;
  return (
    <RoundProposal title={text.title} proposal={secondsLeft > 0 ? (data.operator?.voidProposal ?? null) : null}>
      <VoidForm gameId={data.gameId} secondsLeft={secondsLeft} />
    </RoundProposal>
  );
}

function VoidForm({ gameId, secondsLeft }: { gameId: string; secondsLeft: number }) {
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { voidContest, voiding } = useVoidContest();
  const text = games.voiding;
  const noteId = useId();
  const closed = secondsLeft === 0;

  const confirm = async (reason: string) => {
    const { problem: refused, proposed } = await voidContest(gameId, reason);
    setProblem(refused);
    setConfirming(false);
    if (proposed) showToast({ text: proposals.made, tone: 'good' });
  };

  return (
    <Card title={text.title}>
      <Stack gap={12}>
        <p id={noteId}>{closed ? text.closed : text.hint(secondsLeft)}</p>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <Button
          variant="light"
          color="red"
          mih={44}
          disabled={closed}
          aria-describedby={noteId}
          onClick={() => setConfirming(true)}
        >
          {text.title}
        </Button>
      </Stack>
      <ReasonDialog
        opened={confirming && !closed}
        title={text.title}
        question={text.question}
        hint={text.reasonHint}
        confirmLabel={text.title}
        danger
        busy={voiding}
        onConfirm={(reason) => void confirm(reason)}
        onCancel={() => setConfirming(false)}
      >
        <p>{text.consequence}</p>
      </ReasonDialog>
    </Card>
  );
}
