import { graphql } from '../../gql/gql.ts';
import type { PreviewStatement_MutationMutation } from '../../gql/graphql.ts';

export const PreviewStatement_Mutation = graphql(`
  mutation PreviewStatement_Mutation($input: PreviewStatementInput!) {
    previewStatement(input: $input) {
      ... on PreviewStatementPayload {
        format
        headings
        bank
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
        rows {
          row
          cells
        }
        lineCount
        leftOut
        leftOutRows {
          row
          text
          reason
        }
        otherAccounts
        questions {
          kind
          text
          answers
          rows {
            row
            text
          }
        }
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
