import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { filterInput, type PaymentFilter } from './paymentFilter.ts';
import { useApproveRequests, type Approvals } from './useApproveRequests.ts';
import { MatchingRequests_Query } from './useSelection.ts';

/**
 * Approves every pending deposit that fits the filter and has its line in a statement, a batch of 100 at a time, until none
 * is left, an answer is missing, or `stop` is called. Refused ones are asked for once. Resolves to how many were approved.
 */
export function useApproveMatched(filter: PaymentFilter) {
  const client = useApolloClient();
  const { approve, problem } = useApproveRequests('CREDIT');
  const [first, setFirst] = useState<number | null>(null);
  const [approved, setApproved] = useState<number | null>(null);
  const [refused, setRefused] = useState<Approvals['refused']>([]);
  /** How many need a second admin, and are proposed. */
  const [proposed, setProposed] = useState(0);
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);

  const nextBatch = async (after: string | null) => {
    const given = { ...filterInput(filter), status: 'PENDING', transactionType: 'CREDIT', inStatement: true } as const;
    const variables = { filter: given, after };
    // Past the cache, which would add the batch to those before it.
    const { data } = await client.query({ query: MatchingRequests_Query, variables, fetchPolicy: 'no-cache' });
    const list = data?.viewer?.admin?.transactions;
    return { ids: list?.edges.map(({ node }) => node.id) ?? [], last: list?.pageInfo.endCursor ?? null };
  };
  const approveAll = async () => {
    stopped.current = false;
    setRunning(true);
    setFirst(null);
    setApproved(null);
    setProposed(0);
    setRefused([]);
    let count = 0;
    try {
      for (let after: string | null = null; !stopped.current;) {
        const { ids, last } = await nextBatch(after);
        if (ids.length === 0) break;
        if (after === null) setFirst(ids.length);
        const answer = await approve(ids);
        if (answer === null) break;
        count += answer.approved;
        setApproved(count);
        setProposed((before) => before + answer.proposed);
        setRefused((before) => [...before, ...answer.refused]);
        // What was refused is still pending: the next batch begins behind this one.
        after = last;
      }
    } catch {
      // A batch that could not be asked for; what is approved is shown.
    } finally {
      setRunning(false);
    }
    return count;
  };
  return {
    approveAll,
    /** How many the first batch has; null until it is known. */
    first,
    /** How many are approved so far; null until the first batch is answered. */
    approved,
    refused,
    proposed,
    running,
    problem,
    stop: () => {
      stopped.current = true;
    },
    dismiss: () => {
      setRefused([]);
      setProposed(0);
    },
  };
}
