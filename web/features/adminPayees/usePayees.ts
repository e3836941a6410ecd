import { useMutation } from '@apollo/client/react';
import { mutationError } from '../../apollo/mutationError.ts';
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
  const [addUpi, addingUpi] = useMutation(AddUpiPayee_Mutation);
  const [addBank, addingBank] = useMutation(AddBankPayee_Mutation);
  const [setActive, settingActive] = useMutation(SetPayeeActive_Mutation);
  const [remove, removing] = useMutation(RemovePayee_Mutation);
  return {
    addUpi: (upiId: string) => mutationError(async () => (await addUpi(inputOf({ upiId }))).data?.addUpiPayee),
    addBank: (account: AddBankPayeeInput) =>
      mutationError(async () => (await addBank(inputOf(account))).data?.addBankPayee),
    setActive: (payeeId: string, active: boolean) =>
      mutationError(async () => (await setActive(inputOf({ payeeId, active }))).data?.setPayeeActive),
    remove: (payeeId: string) => mutationError(async () => (await remove(inputOf({ payeeId }))).data?.removePayee),
    busy: addingUpi.loading || addingBank.loading || settingActive.loading || removing.loading,
  };
}

function inputOf<Input>(input: Input) {
  return { variables: { input } };
}
