import { useCallback } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { codeOf } from '../../apollo/language.ts';
import { graphql } from '../../gql/gql.ts';
import type { Language } from '../../messages/locales.ts';

const SaveLanguage_Mutation = graphql(`
  mutation SaveLanguage_Mutation($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      ... on UpdateProfilePayload {
        user {
          id
          language
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const options = { toast: () => null };

/** Stores the language with the account. A problem is shown as a toast; resolves to whether it is stored. */
export function useSaveLanguage() {
  const { act, pending } = useAction(SaveLanguage_Mutation, options);
  const save = useCallback(
    async (language: Language) => (await act({ language: codeOf(language) })).outcome === 'done',
    [act],
  );
  return { save, pending };
}
