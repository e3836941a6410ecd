import { useMutation } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';

const VerifyResetLink_Mutation = graphql(`
  mutation VerifyResetLink_Mutation($input: VerifyResetLinkInput!) {
    verifyResetLink(input: $input) {
      ... on VerifyResetLinkPayload {
        token
      }
      ...Refusal_error @unmask
    }
  }
`);

const ResetPassword_Mutation = graphql(`
  mutation ResetPassword_Mutation($input: ResetPasswordInput!) {
    resetPassword(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

export interface ResetLink {
  readonly email: string;
  readonly validTill: string;
  readonly s: string;
}

/** checking, then ready with a token, or refused with the reason. */
type Check =
  | { readonly state: 'checking' }
  | { readonly state: 'ready'; readonly token: string }
  | { readonly state: 'refused'; readonly text: string };

/** Verifies the link when it is opened; the resulting token sets the new password. */
export function useResetPassword(link: ResetLink | null) {
  const [verify] = useMutation(VerifyResetLink_Mutation);
  const [mutate, { loading }] = useMutation(ResetPassword_Mutation);
  const { email, validTill, s } = link ?? {};
  const [check, setCheck] = useState<Check>(
    link ? { state: 'checking' } : { state: 'refused', text: words.resetPassword.incomplete },
  );

  useEffect(() => {
    if (!email || !validTill || !s) return;
    verify({ variables: { input: { email, validTill, s } } })
      .then(({ data }) => {
        const result = data?.verifyResetLink;
        if (result?.__typename === 'VerifyResetLinkPayload') setCheck({ state: 'ready', token: result.token });
        else if (result) setCheck({ state: 'refused', text: refusalText(result, linkWords) });
      })
      .catch((error: unknown) => setCheck({ state: 'refused', text: errorText(error) }));
  }, [email, validTill, s, verify]);

  /** Null when the password has been set, else the error message. */
  const resetPassword = useCallback(
    async (newPassword: string): Promise<string | null> => {
      if (check.state !== 'ready' || !email || !validTill) return words.resetPassword.incomplete;
      try {
        const input = { token: check.token, email, validTill, newPassword };
        const { data } = await mutate({ variables: { input } });
        const result = data?.resetPassword;
        return !result || result.__typename === 'AcknowledgedPayload' ? null : refusalText(result, resetWords);
      } catch (error) {
        return errorText(error);
      }
    },
    [check, email, validTill, mutate],
  );

  return { check, resetPassword, resetting: loading };
}

const linkWords = {
  INVALID_INPUT: words.errors.ourMistake,
  USER_NOT_FOUND: words.resetPassword.invalid,
  LINK_INVALID: words.resetPassword.invalid,
  LINK_HASH_INVALID: words.resetPassword.invalidHash,
  LINK_EXPIRED: words.resetPassword.expired,
  LINK_USED: words.resetPassword.used,
};

const resetWords = {
  ...linkWords,
  RESET_TOKEN_INVALID: words.resetPassword.authorizationFailed,
  RESET_TOKEN_SPENT: words.resetPassword.notFound,
};
