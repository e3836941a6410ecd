import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { SignalDecision } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useRequiredReason } from '../admin/useRequiredReason.tsx';
import type { SignalFacts } from './evidence.ts';

const DecideSignal_Mutation = graphql(`
  mutation DecideSignal_Mutation($input: DecideSignalInput!) {
    decideSignal(input: $input) {
      ... on DecideSignalPayload {
        signal {
          id
          state
          reason
          decidedAt
          decidedBy {
            id
            name
          }
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const texts = words.admin.signals;
const labels: Record<SignalDecision, string> = { REVIEWED: texts.review, DISMISSED: texts.dismiss };
const questions: Record<SignalDecision, string> = { REVIEWED: texts.reviewQuestion, DISMISSED: texts.dismissQuestion };
const decisions = ['REVIEWED', 'DISMISSED'] as const;
const options = {};

interface DecideSignalProps {
  signal: Pick<SignalFacts, 'id' | 'kind'> & { readonly state: string };
  /** Called with the toast that tells what was done. */
  onDone: (done: string) => void;
}

/** Marks a signal as reviewed or dismissed, after a confirmation with a reason. */
export function DecideSignal({ signal, onDone }: DecideSignalProps) {
  const [asked, setAsked] = useState<SignalDecision>('REVIEWED');
  const [opened, setOpened] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const reason = useRequiredReason();
  const { act, pending } = useAction(DecideSignal_Mutation, options);
  const kind = texts.kinds[signal.kind];

  const open = (decision: SignalDecision) => {
    setAsked(decision);
    setProblem(null);
    reason.clear();
    setOpened(true);
  };
  const decide = async () => {
    const given = reason.take();
    if (given === null) return;
    const refused = (await act({ signalId: signal.id, decision: asked, reason: given })).problem;
    if (refused) return setProblem(refused.text);
    setOpened(false);
    onDone(texts.done[asked]);
  };
  return (
    <>
      {decisions
        .filter((decision) => decision !== signal.state)
        .map((decision) => (
          <Button
            key={decision}
            variant={decision === 'REVIEWED' ? 'filled' : 'light'}
            mih={44}
            aria-label={texts.decideWhat(labels[decision], kind)}
            onClick={() => open(decision)}
          >
            {labels[decision]}
          </Button>
        ))}
      <ConfirmDialog
        opened={opened}
        title={texts.decideWhat(labels[asked], kind)}
        question={questions[asked]}
        note={
          <Stack gap={12}>
            {reason.field}
            {problem && <Notice tone="bad">{problem}</Notice>}
          </Stack>
        }
        confirmLabel={labels[asked]}
        busy={pending}
        onConfirm={() => void decide()}
        onCancel={() => setOpened(false)}
      />
    </>
  );
}
