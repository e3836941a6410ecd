import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { playSafely } from '#messages/playSafely.ts';

const SetPlayLimit_Mutation = graphql(`
  mutation SetPlayLimit_Mutation($input: SetPlayLimitInput!) {
    setPlayLimit(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const StartTimeOut_Mutation = graphql(`
  mutation StartTimeOut_Mutation($input: StartTimeOutInput!) {
    startTimeOut(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const SetRealityCheck_Mutation = graphql(`
  mutation SetRealityCheck_Mutation($input: SetRealityCheckInput!) {
    setRealityCheck(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const ExcludeMyself_Mutation = graphql(`
  mutation ExcludeMyself_Mutation($input: ExcludeMyselfInput!) {
    excludeMyself(input: $input) {
      ... on ExcludeMyselfPayload {
        until
      }
      ...Refusal_error @unmask
    }
  }
`);

const refetch = ['PlaySafelyPage_Query'];
const setting = { refetch };
const checking = { toast: () => playSafely.realitySaved, refetch };
const excluding = {};

export const useSetPlayLimit = () => useAction(SetPlayLimit_Mutation, setting);
export const useStartTimeOut = () => useAction(StartTimeOut_Mutation, setting);
export const useSetRealityCheck = () => useAction(SetRealityCheck_Mutation, checking);
export const useExcludeMyself = () => useAction(ExcludeMyself_Mutation, excluding);
