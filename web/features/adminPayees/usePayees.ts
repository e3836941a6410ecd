import { useAction, type Problem } from '../../apollo/useAction.ts';
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
      ... on PayeePayload {
        proposed
      }
      ...Refusal_error @unmask
    }
  }
`);

const AddBankPayee_Mutation = graphql(`
  mutation AddBankPayee_Mutation($input: AddBankPayeeInput!) {
    addBankPayee(input: $input) {
      ... on PayeePayload {
        proposed
      }
      ...Refusal_error @unmask
    }
  }
`);

const SetPayeeActive_Mutation = graphql(`
  mutation SetPayeeActive_Mutation($input: SetPayeeActiveInput!) {
    setPayeeActive(input: $input) {
      ... on PayeePayload {
        proposed
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
      ... on PayeePayload {
        proposed
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

/** What came of a change: why it had no effect, or that it waits for a second admin. */
export interface PayeeOutcome {
  problem: string | null;
  proposed: boolean;
}

/** Mutations of payees. */
export function usePayees() {
  const addingUpi = useAction(AddUpiPayee_Mutation, {});
  const addingBank = useAction(AddBankPayee_Mutation, {});
  const settingActive = useAction(SetPayeeActive_Mutation, {});
  const showing = useAction(ShowPayee_Mutation, {});
  const removing = useAction(RemovePayee_Mutation, {});
  return {
    addUpi: async (input: AddUpiPayeeInput) => outcomeOf(await addingUpi.act(input)),
    addBank: async (input: AddBankPayeeInput) => outcomeOf(await addingBank.act(input)),
    setActive: async (input: SetPayeeActiveInput) => outcomeOf(await settingActive.act(input)),
    show: async (input: ShowPayeeInput) => outcomeOf(await showing.act(input)),
    remove: async (input: RemovePayeeInput): Promise<PayeeOutcome> => ({
      problem: (await removing.act(input)).problem?.text ?? null,
      proposed: false,
    }),
    busy: [addingUpi, addingBank, settingActive, showing, removing].some(({ pending }) => pending),
  };
}

type Answer = { outcome: 'done'; payload: { proposed: boolean } } | { outcome: string; problem: Problem | null };

function outcomeOf(answer: Answer): PayeeOutcome {
  if ('payload' in answer) return { problem: null, proposed: answer.payload.proposed };
  return { problem: answer.problem?.text ?? null, proposed: false };
}
