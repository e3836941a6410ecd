import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

const AnnounceVoid_Mutation = graphql(`
  mutation AnnounceVoid_Mutation($input: AnnounceVoidInput!) {
    announceVoid(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const StopVoid_Mutation = graphql(`
  mutation StopVoid_Mutation($input: StopVoidInput!) {
    stopVoid(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const VoidWaitingContest_Mutation = graphql(`
  mutation VoidWaitingContest_Mutation($input: VoidWaitingContestInput!) {
    voidWaitingContest(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

/** What an owner does to a round that waits for the beacon. */
export type WaitingDeed = 'announce' | 'stop' | 'carryOut';

/** Announces, stops or carries out that a waiting round becomes void. `onDone` follows a success. */
export function useVoidWaiting(gameId: string, onDone: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const announcing = useAction(AnnounceVoid_Mutation, {});
  const stopping = useAction(StopVoid_Mutation, {});
  const voiding = useAction(VoidWaitingContest_Mutation, {});

  const act = async (deed: WaitingDeed, reason: string) => {
    const by = { announce: () => announcing.act({ gameId, reason }), stop: () => stopping.act({ gameId, reason }) };
    const { problem: refused } = await (deed === 'carryOut' ? voiding.act({ gameId }) : by[deed]());
    setProblem(refused?.text ?? null);
    if (!refused) onDone();
  };
  return { act, problem, setProblem, busy: announcing.pending || stopping.pending || voiding.pending };
}
