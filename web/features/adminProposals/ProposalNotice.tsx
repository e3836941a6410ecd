import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { ProposalNotice_proposalFragment } from '../../gql/graphql.ts';
import { formatMoney, paiseOf } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { corrections } from '#messages/admin/corrections.ts';
import { payees } from '#messages/admin/payees.ts';
import { players } from '#messages/admin/players.ts';
import { proposals } from '#messages/admin/proposals.ts';
import { reason as reasonWords } from '#messages/admin/reason.ts';
import { roles } from '#messages/admin/roles.ts';
import { transactions } from '#messages/transactions.ts';
import { Facts } from '../../ui/Facts.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';
import { ProposalActions } from './ProposalActions.tsx';
import { needText } from './threshold.ts';

export const ProposalNotice_proposal = graphql(`
  fragment ProposalNotice_proposal on Proposal {
    id
    createdAt
    expiresAt
    payoutReference
    message
    reason
    roles
    threshold {
      kind
      need
      fromAmount
      makerDayAmount
    }
    admin {
      id
      name
    }
    payee {
      change
      channel
      upiId
      accountNumber
      ifscCode
      accountHolderName
      reason
    }
    correction {
      amount
      reason
      evidence
      player {
        id
        user {
          id
          uid
          name
        }
        wallet {
          id
          available
        }
      }
    }
    maker {
      id
      name
    }
    ...ProposalActions_proposal
  }
`);

interface ProposalNoticeProps {
  proposal: FragmentType<ProposalNotice_proposalFragment>;
  /** Called with the text of the toast: what was done. */
  onDone: (done: string) => void;
}

/** In place of the form: what another admin has proposed, to be confirmed or declined. */
export function ProposalNotice({ proposal, onDone }: ProposalNoticeProps) {
  const { data } = useFragmentData({
    fragment: ProposalNotice_proposal,
    fragmentName: 'ProposalNotice_proposal',
    from: proposal,
  });
  const texts = proposals;
  return (
    <Stack gap={12}>
      <Notice tone="attention">
        <strong>{texts.needs}</strong>
        <p>{texts.madeBy(data.maker.name, formatInstant(data.createdAt))}</p>
        <p>{(data.threshold ? texts.takesEffect : texts.expires)(formatInstant(data.expiresAt))}</p>
        {data.threshold && (
          <p>
            {texts.rule}: <strong>{needText(data.threshold)}</strong>
          </p>
        )}
        {data.threshold && data.reason && <p>{texts.reason(data.reason)}</p>}
        {data.payoutReference && (
          <p>
            {transactions.payoutReference}: <strong>{data.payoutReference}</strong>
          </p>
        )}
        {data.admin && data.roles && (
          <p>{texts.rolesOf(data.admin.name, data.roles.map((role) => roles.names[role]).join(', '))}</p>
        )}
        {data.payee && <ProposedPayee payee={data.payee} />}
        {data.correction && <ProposedCorrection correction={data.correction} />}
        {data.message && <p>{transactions.message(data.message)}</p>}
      </Notice>
      <ProposalActions proposal={data} onDone={onDone} />
    </Stack>
  );
}

/** All that the checker needs to judge: whose balance, by how much, from what to what, why, and what shows it. */
function ProposedCorrection({
  correction: { player, amount, reason, evidence },
}: {
  correction: NonNullable<ProposalNotice_proposalFragment['correction']>;
}) {
  const texts = corrections;
  const available = player.wallet?.available ?? '0.00';
  const after = paiseOf(available) + paiseOf(amount);
  return (
    <Facts
      facts={[
        [players.one, <PlayerLink key="player" uid={player.user.uid} name={player.user.name} />],
        [texts.amount, <MoneyText key="amount" amount={amount} as="net" />],
        [texts.wouldBe, texts.change(formatMoney(available), formatMoney(after))],
        [reasonWords.label, reason],
        [texts.evidence, evidence],
      ]}
    />
  );
}

/** The whole account to which players are to pay. */
function ProposedPayee({ payee }: { payee: NonNullable<ProposalNotice_proposalFragment['payee']> }) {
  const texts = payees;
  return (
    <Facts
      facts={[
        [proposals.payeeChange, proposals.payeeChanges[payee.change]],
        [texts.upiId, payee.upiId],
        [texts.BANK.number, payee.accountNumber],
        [texts.BANK.ifsc, payee.ifscCode],
        [texts.BANK.holder, payee.accountHolderName],
        [reasonWords.label, payee.reason],
      ]}
    />
  );
}
