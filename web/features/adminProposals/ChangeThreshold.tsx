import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { SecondAdminNeed } from '../../gql/graphql.ts';
import { readAmount } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { amountError } from '../../ui/amountError.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useRequiredReason } from '../admin/useRequiredReason.tsx';
import type { Threshold } from './threshold.ts';

const SetSecondAdminThreshold_Mutation = graphql(`
  mutation SetSecondAdminThreshold_Mutation($input: SetSecondAdminThresholdInput!) {
    setSecondAdminThreshold(input: $input) {
      ... on SetSecondAdminThresholdPayload {
        threshold {
          kind
          need
          fromAmount
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const options = { refetch: ['ProposalsPage_Query'] };
const proposals = words.admin.proposals;
const texts = proposals.thresholds;

const never = { value: 'NEVER', label: texts.off } as const;
const always = { value: 'ALWAYS', label: texts.always } as const;
const fromAmount = { value: 'FROM_AMOUNT', label: texts.fromAmount } as const;

/** Changes when a kind needs a second admin, after a confirmation with a reason. */
export function ChangeThreshold({ threshold }: { threshold: Threshold }) {
  const [opened, setOpened] = useState(false);
  const [need, setNeed] = useState<SecondAdminNeed>(threshold.need);
  const [amount, setAmount] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const reason = useRequiredReason();
  const { act, pending } = useAction(SetSecondAdminThreshold_Mutation, options);
  const kind = proposals.kinds[threshold.kind];

  const open = () => {
    setNeed(threshold.need);
    setAmount(threshold.fromAmount ?? '');
    setProblem(null);
    reason.clear();
    setOpened(true);
  };
  const save = async () => {
    const byAmount = need === 'FROM_AMOUNT';
    if (byAmount && !readAmount(amount)) return setProblem(texts.amountMissing);
    const given = reason.take();
    if (given === null) return;
    const input = { kind: threshold.kind, need, fromAmount: byAmount ? amount : null, reason: given };
    const refused = (await act(input)).problem;
    if (refused) return setProblem(refused.text);
    setOpened(false);
    showToast({ text: texts.saved(kind), tone: 'good' });
  };

  return (
    <>
      <Button variant="light" mih={44} aria-label={texts.changeOf(kind)} onClick={open}>
        {texts.change}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={texts.changeOf(kind)}
        question={texts.question}
        note={
          <Stack gap={12}>
            <SegmentedControl
              label={texts.need}
              options={threshold.hasAmount ? [never, always, fromAmount] : [never, always]}
              value={need}
              onChange={setNeed}
            />
            {need === 'FROM_AMOUNT' && (
              <AmountInput label={texts.amount} value={amount} onChange={setAmount} error={amountError(amount)} />
            )}
            {reason.field}
            {problem && <Notice tone="bad">{problem}</Notice>}
          </Stack>
        }
        confirmLabel={texts.save}
        busy={pending}
        onConfirm={() => void save()}
        onCancel={() => setOpened(false)}
      />
    </>
  );
}
