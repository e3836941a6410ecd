import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { playCredit } from '#messages/playCredit.ts';

const ClaimPlayCredit_Mutation = graphql(`
  mutation ClaimPlayCredit_Mutation($input: ClaimPlayCreditInput!) {
    claimPlayCredit(input: $input) {
      ... on ClaimPlayCreditPayload {
        wallet {
          id
          available
          held
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Claims play money; `amount` is shown when it is there. */
export function useClaimPlayCredit(amount: string) {
  const { act, pending } = useAction(ClaimPlayCredit_Mutation, {
    keyed: true,
    toast: () => playCredit.done(amount),
  });
  return { claim: () => act({}), claiming: pending };
}
