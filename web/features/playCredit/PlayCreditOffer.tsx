import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { playCredit } from '#messages/playCredit.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useClaimPlayCredit } from './useClaimPlayCredit.ts';

const PlayCreditOffer_Query = graphql(`
  query PlayCreditOffer_Query {
    viewer {
      playCredit {
        amount
        nextClaimAt
      }
    }
  }
`);

/** The button that claims play money; once it was claimed today, when it can be claimed again. */
export function PlayCreditOffer() {
  const { data } = useQuery(PlayCreditOffer_Query, { fetchPolicy: 'cache-and-network' });
  const credit = data?.viewer?.playCredit;
  if (!credit) return null;
  const amount = formatMoneyShort(credit.amount);
  if (credit.nextClaimAt !== null) {
    return <Notice tone="calm">{playCredit.next(amount, formatInstant(credit.nextClaimAt))}</Notice>;
  }
  return <Claim amount={amount} />;
}

function Claim({ amount }: { amount: string }) {
  const { claim, claiming } = useClaimPlayCredit(amount);
  return (
    <Card>
      <Stack gap={12}>
        <p>{playCredit.none}</p>
        <PrimaryButton loading={claiming} onClick={() => void claim()}>
          {playCredit.claim(amount)}
        </PrimaryButton>
      </Stack>
    </Card>
  );
}
