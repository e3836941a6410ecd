import { graphql } from '../../gql/gql.ts';
import type { CannedAnswers_QueryQuery } from '../../gql/graphql.ts';

export const CannedAnswers_Query = graphql(`
  query CannedAnswers_Query {
    viewer {
      admin {
        cannedAnswers {
          id
          name
          text
          version
          changedAt
          changedBy {
            id
            name
          }
        }
      }
    }
  }
`);

type Admin = NonNullable<NonNullable<CannedAnswers_QueryQuery['viewer']>['admin']>;
export type ListedAnswer = NonNullable<Admin['cannedAnswers']>[number];
