import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { SetupStep } from '../../gql/graphql.ts';
import { setup } from '#messages/admin/setup.ts';
import { ReasonedChange } from '../admin/ReasonedChange.tsx';

const SettleStep_Mutation = graphql(`
  mutation SettleStep_Mutation($input: SettleSetupStepInput!) {
    settleSetupStep(input: $input) {
      ... on AcknowledgedPayload {
        ok
      }
      ...Refusal_error @unmask
    }
  }
`);

const options = { refetch: ['StandingCards_Query'] };

/** Marks a setup step as settled, with a reason, or reopens it. */
export function SettleStep({ step, settled }: { step: SetupStep; settled: boolean }) {
  const { act, pending, problem } = useAction(SettleStep_Mutation, options);
  const { title } = setup.steps[step];
  const save = async (reason: string) => {
    const { outcome } = await act({ step, settled, reason });
    if (outcome !== 'done') return null;
    return settled ? setup.settledToast : setup.reopenedToast;
  };
  return (
    <ReasonedChange
      action={settled ? setup.settle : setup.reopen}
      label={settled ? setup.settleWhat(title) : setup.reopenWhat(title)}
      title={title}
      question={settled ? setup.settleQuestion : setup.reopenQuestion}
      confirmLabel={settled ? setup.settle : setup.reopen}
      busy={pending}
      problem={problem?.text}
      onOpen={() => {}}
      save={save}
    >
      {null}
    </ReasonedChange>
  );
}
