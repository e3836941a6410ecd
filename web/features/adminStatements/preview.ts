import { graphql } from '../../gql/gql.ts';
import type { PreviewStatement_MutationMutation } from '../../gql/graphql.ts';

export const PreviewStatement_Mutation = graphql(`
  mutation PreviewStatement_Mutation($input: PreviewStatementInput!) {
    previewStatement(input: $input) {
      ... on PreviewStatementPayload {
        format
        headings
        mapping {
          date
          dateOrder
          time
          description
          reference
          amount
          side
          credit
          debit
          balance
        }
        lineCount
        leftOut
        problem
        sample {
          day
          at
          direction
          amount
          description
          reference
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

export type Preview = Extract<
  PreviewStatement_MutationMutation['previewStatement'],
  { readonly __typename?: 'PreviewStatementPayload' }
>;
