import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { HeldPayout_transactionFragment } from '../../gql/graphql.ts';
import { payoutHolds as texts } from '#messages/admin/payoutHolds.ts';
import { Notice } from '../../ui/Notice.tsx';
import { BlockFacts } from '../admin/BlockFacts.tsx';
import { FreezeFacts } from '../admin/FreezeFacts.tsx';
import { ReasonedDeed } from '../admin/ReasonedDeed.tsx';
import { useMay } from '../admin/useMay.ts';
import { destinationOf } from './destination.ts';

graphql(`
  fragment HeldPayout_hold on PayoutHold {
    reason
    freeze {
      ...FreezeFacts_freeze @unmask
    }
    block {
      ...BlockFacts_account @unmask
    }
  }
`);

export const HeldPayout_transaction = graphql(`
  fragment HeldPayout_transaction on Transaction {
    id
    heldBack {
      ...HeldPayout_hold @unmask
    }
  }
`);

/** Why a withdrawal can't be approved; nothing where it can. */
export function HeldPayout({ transaction }: { transaction: FragmentType<HeldPayout_transactionFragment> }) {
  const { data } = useFragmentData({
    fragment: HeldPayout_transaction,
    fragmentName: 'HeldPayout_transaction',
    from: transaction,
  });
  if (!data.heldBack) return null;
  const { reason, freeze, block } = data.heldBack;
  return (
    <Notice tone="attention">
      <strong>{texts.notice[reason]}</strong>
      {freeze && <FreezeFacts freeze={freeze} />}
      {block && <BlockFacts account={block} />}
    </Notice>
  );
}

const BlockPayoutAccount_Mutation = graphql(`
  mutation BlockPayoutAccount_Mutation($input: BlockPayoutAccountInput!) {
    blockPayoutAccount(input: $input) {
      ... on PayoutBlockPayload {
        account {
          id
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const options = { toast: () => texts.block.done, refetch: ['DecisionPanel_Query'] };

/** Blocks the account of a withdrawal, for those who may. */
export function BlockPayoutAccount({
  payment,
}: {
  payment: { readonly id: string } & Parameters<typeof destinationOf>[0];
}) {
  const may = useMay();
  const { act, pending, problem } = useAction(BlockPayoutAccount_Mutation, options);
  if (!may('PAYOUT_ACCOUNT_BLOCK')) return null;
  const block = async (reason: string) => (await act({ transactionId: payment.id, reason })).outcome === 'done';
  return (
    <ReasonedDeed
      deed={texts.block.deed}
      question={texts.block.question(destinationOf(payment).mark)}
      danger
      busy={pending}
      problem={problem?.text}
      act={block}
    />
  );
}
