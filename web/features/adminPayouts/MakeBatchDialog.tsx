import { useQuery } from '@apollo/client/react';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { MakeBatch_QueryQuery, ToPay_payoutFragment } from '../../gql/graphql.ts';
import { formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { payoutBatches } from '#messages/admin/payouts.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Options } from '../admin/Options.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { LayoutDialog } from './LayoutDialog.tsx';
import classes from './Payouts.module.css';

const MakeBatch_Query = graphql(`
  query MakeBatch_Query {
    viewer {
      admin {
        payees {
          id
          upiId
          accountNumber
          active
        }
        payoutBanks {
          name
        }
        payoutBatches(first: 1) {
          edges {
            node {
              id
              bank
              payee {
                id
              }
            }
          }
        }
      }
    }
  }
`);

const MakePayoutBatch_Mutation = graphql(`
  mutation MakePayoutBatch_Mutation($input: MakePayoutBatchInput!) {
    makePayoutBatch(input: $input) {
      ... on MakePayoutBatchPayload {
        batch {
          id
          number
        }
        problems {
          text
          transaction {
            id
            amount
            player {
              id
              name
            }
          }
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const texts = payoutBatches.make;
const options = { keyed: true } as const;

type Payout = ToPay_payoutFragment;
type Admin = NonNullable<NonNullable<MakeBatch_QueryQuery['viewer']>['admin']>;

interface MakeBatchDialogProps {
  payouts: readonly Payout[];
  onClose: () => void;
}

/** Makes a batch of payouts: which account pays, and in which bank's layout. Both are as in the batch before. */
export function MakeBatchDialog({ payouts, onClose }: MakeBatchDialogProps) {
  const answer = useQuery(MakeBatch_Query, { fetchPolicy: 'network-only' });
  const sum = payouts.reduce((all, { amount }) => all + paiseOf(amount), 0n);
  return (
    <Dialog opened onClose={onClose} title={texts.title(payouts.length, formatMoneyShort(sum))} closeButton>
      <QueryBoundary of={answer}>
        {({ viewer }) => viewer?.admin && <MakeBatchForm admin={viewer.admin} payouts={payouts} />}
      </QueryBoundary>
    </Dialog>
  );
}

function MakeBatchForm({ admin, payouts }: { admin: Admin; payouts: readonly Payout[] }) {
  const banks = admin.payoutBanks ?? [];
  const payees = admin.payees ?? [];
  const last = admin.payoutBatches?.edges[0]?.node;
  const [chosen, setChosen] = useState<{ payee?: string; bank?: string }>({});
  const [settingUp, setSettingUp] = useState(false);
  const { make, making, problem, problems } = useMakeBatch();
  const payeeId = chosen.payee ?? firstOf(payees, last?.payee.id);
  const bank = chosen.bank ?? (banks.find(({ name }) => name === last?.bank) ?? banks[0])?.name;
  const unfit = new Set(problems.flatMap(({ transaction }) => transaction?.id ?? []));
  const fit = payouts.filter(({ id }) => !unfit.has(id));
  const submit = (of: readonly Payout[]) => {
    if (payeeId !== undefined && bank !== undefined) void make(of, payeeId, bank);
  };
  if (payees.length === 0) return <p>{texts.noPayees}</p>;
  return (
    <>
      <SubmitForm onSubmit={() => submit(payouts)}>
        <Stack gap={12}>
          <p>{texts.hint}</p>
          <NativeSelect
            label={texts.payee}
            value={payeeId}
            onChange={({ currentTarget }) => setChosen({ ...chosen, payee: currentTarget.value })}
          >
            <Options
              of={payees.map(({ id, upiId, accountNumber }) => ({ value: id, label: upiId ?? accountNumber ?? '' }))}
            />
          </NativeSelect>
          {banks.length === 0 ? (
            <Notice tone="calm">{texts.noBanks}</Notice>
          ) : (
            <NativeSelect
              label={texts.bank}
              value={bank}
              onChange={({ currentTarget }) => setChosen({ ...chosen, bank: currentTarget.value })}
            >
              <Options of={banks.map(({ name }) => ({ value: name, label: name }))} />
            </NativeSelect>
          )}
          {problem && <Notice tone="bad">{problem}</Notice>}
          {problems.length > 0 && <Problems problems={problems} count={unfit.size} />}
          {problems.length > 0 && fit.length > 0 && (
            <Button loading={making} onClick={() => submit(fit)}>
              {texts.without(unfit.size)}
            </Button>
          )}
          {banks.length > 0 && problems.length === 0 && (
            <PrimaryButton type="submit" loading={making}>
              {texts.submit}
            </PrimaryButton>
          )}
          <Button variant="light" onClick={() => setSettingUp(true)}>
            {texts.setUp}
          </Button>
        </Stack>
      </SubmitForm>
      {settingUp && (
        <LayoutDialog
          onClose={() => setSettingUp(false)}
          onSaved={(name) => {
            setSettingUp(false);
            setChosen({ ...chosen, bank: name });
          }}
        />
      )}
    </>
  );
}

/** The account of the batch before, else the first active one of a bank, else any. */
function firstOf(payees: NonNullable<Admin['payees']>, last: string | undefined): string | undefined {
  const found =
    payees.find(({ id }) => id === last) ??
    payees.find(({ active, accountNumber }) => active && accountNumber !== null) ??
    payees[0];
  return found?.id;
}

interface PayoutProblem {
  readonly text: string;
  readonly transaction: {
    readonly id: string;
    readonly amount: string;
    readonly player: { readonly name: string };
  } | null;
}

function Problems({ problems, count }: { problems: readonly PayoutProblem[]; count: number }) {
  return (
    <Notice tone="bad">
      <p>{texts.problems(count)}</p>
      <ul className={classes.rows}>
        {problems.map(({ transaction, text }) => (
          <li key={`${transaction?.id} ${text}`}>
            {texts.problem(transaction?.player.name ?? '', formatMoneyShort(transaction?.amount ?? '0'), text)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Makes a batch, and opens it. `problems` are those of the last try. */
function useMakeBatch() {
  const { act, pending, problem } = useAction(MakePayoutBatch_Mutation, options);
  const [problems, setProblems] = useState<readonly PayoutProblem[]>([]);
  const navigate = useNavigate();
  const make = async (payouts: readonly Payout[], payeeId: string, bank: string) => {
    const answer = await act({ transactionIds: payouts.map(({ id }) => id), payeeId, bank });
    if (answer.outcome !== 'done') return;
    const { batch } = answer.payload;
    setProblems(answer.payload.problems);
    if (batch === null) return;
    showToast({ text: texts.done(batch.number), tone: 'good' });
    void navigate(paths.admin.payoutBatch(batch.id));
  };
  return { make, making: pending, problem: problem?.text, problems };
}
