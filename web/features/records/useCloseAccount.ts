import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { closeAccount } from '#messages/closeAccount.ts';

const CloseAccount_Mutation = graphql(`
  mutation CloseAccount_Mutation($input: CloseAccountInput!) {
    closeAccount(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const options = {
  known: { INCORRECT_OLD_PASSWORD: closeAccount.wrongPassword },
  fields: { INCORRECT_OLD_PASSWORD: 'password' },
};

/** Closes the player's account; all sessions end with it. */
export const useCloseAccount = () => useAction(CloseAccount_Mutation, options);
