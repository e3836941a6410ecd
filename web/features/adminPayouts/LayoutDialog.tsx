import { useQuery } from '@apollo/client/react';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { LayoutDialog_bankFragment, PayoutLayoutInput } from '../../gql/graphql.ts';
import { payoutBatches } from '#messages/admin/payouts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Options } from '../admin/Options.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { LayoutFields } from './LayoutFields.tsx';
import { firstLayout } from './layouts.ts';

graphql(`
  fragment LayoutDialog_bank on PayoutBank {
    name
    layout {
      format
      letters
      delimiter
      firstLine
      headings
      dateStyle
      modes {
        sameBank
        neft
        rtgs
      }
      columns {
        heading
        content
        text
        most
      }
    }
  }
`);

const PayoutBanks_Query = graphql(`
  query PayoutBanks_Query {
    viewer {
      admin {
        payoutBanks {
          ...LayoutDialog_bank @unmask
        }
      }
    }
  }
`);

const SavePayoutLayout_Mutation = graphql(`
  mutation SavePayoutLayout_Mutation($input: SavePayoutLayoutInput!) {
    savePayoutLayout(input: $input) {
      ... on SavePayoutLayoutPayload {
        bank {
          name
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const texts = payoutBatches.layout;
const options = { refetch: ['PayoutBanks_Query', 'MakeBatch_Query'] };

interface LayoutDialogProps {
  onClose: () => void;
  onSaved: (bank: string) => void;
}

/** How a bank takes files of payouts: a known one, or another. */
export function LayoutDialog({ onClose, onSaved }: LayoutDialogProps) {
  const answer = useQuery(PayoutBanks_Query, { fetchPolicy: 'network-only' });
  return (
    <Dialog opened onClose={onClose} title={texts.title} closeButton>
      <QueryBoundary of={answer}>
        {({ viewer }) => <LayoutForm banks={viewer?.admin?.payoutBanks ?? []} onSaved={onSaved} />}
      </QueryBoundary>
    </Dialog>
  );
}

type Bank = LayoutDialog_bankFragment;

function LayoutForm({ banks, onSaved }: { banks: readonly Bank[]; onSaved: (bank: string) => void }) {
  const [known, setKnown] = useState(banks[0]?.name ?? '');
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const [layout, setLayout] = useState<PayoutLayoutInput>(banks[0] ? inputOf(banks[0]) : firstLayout);
  const { act, pending, problem } = useAction(SavePayoutLayout_Mutation, options);
  const choose = (chosen: string) => {
    const bank = banks.find((one) => one.name === chosen);
    setKnown(chosen);
    setLayout(bank ? inputOf(bank) : firstLayout);
  };
  const submit = async () => {
    const bank = known || name.trim();
    setMissing(bank === '');
    if (bank === '') return;
    const saved = await act({ bank, layout });
    if (saved.outcome !== 'done') return;
    showToast({ text: texts.saved(saved.payload.bank.name), tone: 'good' });
    onSaved(saved.payload.bank.name);
  };
  return (
    <SubmitForm onSubmit={() => void submit()}>
      <Stack gap={12}>
        {banks.length > 0 && (
          <NativeSelect label={texts.which} value={known} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            <Options
              of={[
                ...banks.map((bank) => ({ value: bank.name, label: bank.name })),
                { value: '', label: texts.another },
              ]}
            />
          </NativeSelect>
        )}
        {known === '' && (
          <TextField
            label={texts.name}
            maxLength={40}
            value={name}
            error={missing && name.trim() === '' ? texts.nameMissing : null}
            onChange={setName}
          />
        )}
        <LayoutFields layout={layout} onChange={setLayout} />
        {problem && <Notice tone="bad">{problem.text}</Notice>}
        <PrimaryButton type="submit" loading={pending}>
          {texts.submit}
        </PrimaryButton>
      </Stack>
    </SubmitForm>
  );
}

/** The layout without the names of its types. */
function inputOf({ layout: { __typename, modes, columns, ...layout } }: Bank): PayoutLayoutInput {
  const { sameBank, neft, rtgs } = modes;
  return {
    ...layout,
    modes: { sameBank, neft, rtgs },
    columns: columns.map(({ heading, content, text, most }) => ({ heading, content, text, most })),
  };
}
