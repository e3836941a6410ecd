import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { AddBankPayeeInput } from '../../gql/graphql.ts';

const AddUpiPayee_Mutation = graphql(`
  mutation AddUpiPayee_Mutation($input: AddUpiPayeeInput!) {
    addUpiPayee(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const AddBankPayee_Mutation = graphql(`
  mutation AddBankPayee_Mutation($input: AddBankPayeeInput!) {
    addBankPayee(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const SetPayeeActive_Mutation = graphql(`
  mutation SetPayeeActive_Mutation($input: SetPayeeActiveInput!) {
    setPayeeActive(input: $input) {
      ... on PayeePayload {
        payee {
          id
          active
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const RemovePayee_Mutation = graphql(`
  mutation RemovePayee_Mutation($input: RemovePayeeInput!) {
    removePayee(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

/** Mutations of payees. Each resolves to null, or to the error message. */
export function usePayees() {
  const addingUpi = useAction(AddUpiPayee_Mutation, {});
  const addingBank = useAction(AddBankPayee_Mutation, {});
  const settingActive = useAction(SetPayeeActive_Mutation, {});
  const removing = useAction(RemovePayee_Mutation, {});
  return {
    addUpi: async (upiId: string) => (await addingUpi.act({ upiId })).problem?.text ?? null,
    addBank: async (account: AddBankPayeeInput) => (await addingBank.act(account)).problem?.text ?? null,
    setActive: async (payeeId: string, active: boolean) =>
      (await settingActive.act({ payeeId, active })).problem?.text ?? null,
    remove: async (payeeId: string) => (await removing.act({ payeeId })).problem?.text ?? null,
    busy: addingUpi.pending || addingBank.pending || settingActive.pending || removing.pending,
  };
}
