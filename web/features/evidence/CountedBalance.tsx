import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { CountedBalance_QueryQuery } from '../../gql/graphql.ts';
import { isCounted } from '../../lib/liabilityProof.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { formatDay } from '../../lib/time.ts';
import { evidence } from '#messages/evidence.ts';
import { Notice } from '../../ui/Notice.tsx';

const CountedBalance_Query = graphql(`
  query CountedBalance_Query {
    viewer {
      liabilityProof {
        uid
        salt
        amount
        place
        path {
          total
          hash
        }
        day {
          day
          players
          total
          root
        }
      }
    }
  }
`);

type Proof = NonNullable<NonNullable<CountedBalance_QueryQuery['viewer']>['liabilityProof']>;

/** Verifies in the browser that the player's balance is counted in the newest published total; nothing before the first. */
export function CountedBalance() {
  const { data } = useQuery(CountedBalance_Query, { fetchPolicy: 'cache-and-network' });
  const proof = data?.viewer?.liabilityProof;
  return proof ? <Checked key={proof.day.day} proof={proof} /> : null;
}

function Checked({ proof }: { proof: Proof }) {
  const [counted, setCounted] = useState<boolean>();
  useEffect(() => {
    let current = true;
    isCounted(proof)
      .catch(() => false)
      .then((result) => current && setCounted(result))
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [proof]);
  if (counted === undefined) return null;
  const { amount, day } = proof;
  const text = evidence.balance;
  if (!counted) return <Notice tone="warning">{text.missing(formatDay(day.day))}</Notice>;
  return (
    <Notice tone="calm">
      {text.counted(formatMoneyShort(amount), formatMoneyShort(day.total), formatDay(day.day))}
    </Notice>
  );
}
