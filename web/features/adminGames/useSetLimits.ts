import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { SetGameLimitsInput } from '../../gql/graphql.ts';

const SetGameLimits_Mutation = graphql(`
  mutation SetGameLimits_Mutation($input: SetGameLimitsInput!) {
    setGameLimits(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

/** Sets a game's limits. Resolves to null, or to the reason of the refusal. */
export function useSetLimits() {
  const { act, pending } = useAction(SetGameLimits_Mutation, {});
  return {
    setLimits: async (input: SetGameLimitsInput): Promise<string | null> => (await act(input)).problem?.text ?? null,
    busy: pending,
  };
}
