import { useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { PayoutHolds_QueryQuery } from '../../gql/graphql.ts';
import { payoutHolds as texts } from '#messages/admin/payoutHolds.ts';
import { Card } from '../../ui/Card.tsx';
import { BlockFacts } from '../admin/BlockFacts.tsx';
import { FreezeFacts } from '../admin/FreezeFacts.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';
import { ReasonedDeed } from '../admin/ReasonedDeed.tsx';
import { useMay } from '../admin/useMay.ts';
import { useSession } from '../session/useSession.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import classes from './Signals.module.css';

const PayoutHolds_Query = graphql(`
  query PayoutHolds_Query {
    viewer {
      admin {
        payoutFreezes {
          player {
            id
            uid
            name
          }
          ...FreezeFacts_freeze @unmask
        }
        blockedPayoutAccounts {
          id
          upiId
          accountNumber
          ifscCode
          ...BlockFacts_account @unmask
        }
      }
    }
  }
`);

const LiftPayoutBlock_Mutation = graphql(`
  mutation LiftPayoutBlock_Mutation($input: LiftPayoutBlockInput!) {
    liftPayoutBlock(input: $input) {
      ... on PayoutBlockPayload {
        account {
          id
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

type Holds = NonNullable<NonNullable<PayoutHolds_QueryQuery['viewer']>['admin']>;
type Blocked = NonNullable<Holds['blockedPayoutAccounts']>[number];

/** Whose payouts are frozen and which payout accounts are blocked: their number, and each once they are asked for. */
export function PayoutHolds() {
  const answer = useQuery(PayoutHolds_Query, { fetchPolicy: 'cache-and-network' });
  const [opened, setOpened] = useState(false);
  return (
    <Card title={texts.title}>
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const freezes = viewer?.admin?.payoutFreezes ?? [];
          const accounts = viewer?.admin?.blockedPayoutAccounts ?? [];
          if (freezes.length + accounts.length === 0) return <p>{texts.none}</p>;
          return (
            <div className={classes.card}>
              {freezes.length > 0 && <p>{texts.frozenCount(freezes.length)}</p>}
              {accounts.length > 0 && <p>{texts.blockedCount(accounts.length)}</p>}
              <div className={classes.actions}>
                <Button variant="light" mih={44} aria-expanded={opened} onClick={() => setOpened(!opened)}>
                  {opened ? texts.hide : texts.show}
                </Button>
              </div>
              {opened && freezes.length > 0 && <Freezes freezes={freezes} />}
              {opened && accounts.length > 0 && <Accounts accounts={accounts} />}
            </div>
          );
        }}
      </QueryBoundary>
    </Card>
  );
}

function Freezes({ freezes }: { freezes: NonNullable<Holds['payoutFreezes']> }) {
  return (
    <>
      <h3 className={classes.kind}>{texts.frozen}</h3>
      <ul className={classes.held} aria-label={texts.frozen}>
        {freezes.map((freeze) => (
          <li key={freeze.player.id}>
            <PlayerLink uid={freeze.player.uid} name={freeze.player.name} />
            <FreezeFacts freeze={freeze} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Accounts({ accounts }: { accounts: readonly Blocked[] }) {
  const mayLift = useMay()('PAYOUT_ACCOUNT_BLOCK');
  const self = useSession()?.user.userId;
  return (
    <>
      <h3 className={classes.kind}>{texts.blocked}</h3>
      <ul className={classes.held} aria-label={texts.blocked}>
        {accounts.map((account) => (
          <li key={account.id}>
            <p>
              <strong>{nameOf(account)}</strong>
            </p>
            <BlockFacts account={account} />
            {mayLift && (account.blockedBy.uid === self ? <p>{texts.lift.own}</p> : <LiftBlock account={account} />)}
          </li>
        ))}
      </ul>
    </>
  );
}

function nameOf({ upiId, accountNumber, ifscCode }: Blocked): string {
  return upiId ?? `${accountNumber} · ${ifscCode}`;
}

const options = { toast: () => texts.lift.done, refetch: ['PayoutHolds_Query'] };

function LiftBlock({ account }: { account: Blocked }) {
  const { act, pending, problem } = useAction(LiftPayoutBlock_Mutation, options);
  const lift = async (reason: string) => (await act({ blockId: account.id, reason })).outcome === 'done';
  return (
    <ReasonedDeed
      deed={texts.lift.deed}
      label={texts.lift.what(nameOf(account))}
      question={texts.lift.question(nameOf(account))}
      busy={pending}
      problem={problem?.text}
      act={lift}
    />
  );
}
