import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type {
  AddBankPayeeInput,
  AddUpiPayeeInput,
  RemovePayeeInput,
  SetPayeeActiveInput,
  ShowPayeeInput,
} from '../../gql/graphql.ts';

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

const ShowPayee_Mutation = graphql(`
  mutation ShowPayee_Mutation($input: ShowPayeeInput!) {
    showPayee(input: $input) {
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
  const showing = useAction(ShowPayee_Mutation, {});
  const removing = useAction(RemovePayee_Mutation, {});
  return {
    addUpi: async (input: AddUpiPayeeInput) => (await addingUpi.act(input)).problem?.text ?? null,
    addBank: async (input: AddBankPayeeInput) => (await addingBank.act(input)).problem?.text ?? null,
    setActive: async (input: SetPayeeActiveInput) => (await settingActive.act(input)).problem?.text ?? null,
    show: async (input: ShowPayeeInput) => (await showing.act(input)).problem?.text ?? null,
    remove: async (input: RemovePayeeInput) => (await removing.act(input)).problem?.text ?? null,
    busy: [addingUpi, addingBank, settingActive, showing, removing].some(({ pending }) => pending),
  };
}
