import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { SignalDecision } from '../../gql/graphql.ts';
import { signals as texts } from '#messages/admin/signals.ts';
import { ReasonDialog } from '../admin/ReasonDialog.tsx';
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

const labels: Record<SignalDecision, string> = { REVIEWED: texts.review, DISMISSED: texts.dismiss };
const questions: Record<SignalDecision, string> = { REVIEWED: texts.reviewQuestion, DISMISSED: texts.dismissQuestion };
const decisions = ['REVIEWED', 'DISMISSED'] as const;
const options = {};

interface DecideSignalProps {
  signal: Pick<SignalFacts, 'id' | 'kind'> & { readonly state: string };
  /** Called with the text of the toast: what was done. */
  onDone: (done: string) => void;
}

/** Marks a signal as reviewed or dismissed, after a confirmation with a reason. */
export function DecideSignal({ signal, onDone }: DecideSignalProps) {
  const [asked, setAsked] = useState<SignalDecision>('REVIEWED');
  const [opened, setOpened] = useState(false);
  const { act, pending, problem, setProblem } = useAction(DecideSignal_Mutation, options);
  const kind = texts.kinds[signal.kind];

  const open = (decision: SignalDecision) => {
    setAsked(decision);
    setProblem(null);
    setOpened(true);
  };
  const decide = async (reason: string) => {
    if ((await act({ signalId: signal.id, decision: asked, reason })).outcome !== 'done') return;
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
      <ReasonDialog
        opened={opened}
        title={texts.decideWhat(labels[asked], kind)}
        question={questions[asked]}
        confirmLabel={labels[asked]}
        busy={pending}
        problem={problem?.text}
        onConfirm={(reason) => void decide(reason)}
        onCancel={() => setOpened(false)}
      />
    </>
  );
}
