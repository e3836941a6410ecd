import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

const AnswerRealityCheck_Mutation = graphql(`
  mutation AnswerRealityCheck_Mutation {
    answerRealityCheck {
      ...Refusal_error @unmask
    }
  }
`);

const options = { toast: () => null, refetch: ['GameScreen_Query'] };

/** Answers the reality check; the game then takes bets again. */
export const useAnswerRealityCheck = () => useAction(AnswerRealityCheck_Mutation, options);
