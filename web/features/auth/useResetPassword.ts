import { useEffect, useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { errors } from '#messages/errors.ts';
import { resetPassword as resetPasswordWords } from '#messages/resetPassword.ts';

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
  const { act: verify } = useAction(VerifyResetLink_Mutation, verifying);
  const { act: reset } = useAction(ResetPassword_Mutation, resetting);
  const { email, validTill, s } = link ?? {};
  const [check, setCheck] = useState<Check>(
    link ? { state: 'checking' } : { state: 'refused', text: resetPasswordWords.incomplete },
  );

  useEffect(() => {
    if (!email || !validTill || !s) return;
    void verify({ email, validTill, s }).then((verified) => {
      if (verified.outcome === 'done') setCheck({ state: 'ready', token: verified.payload.token });
      else setCheck({ state: 'refused', text: verified.problem.text });
    });
  }, [email, validTill, s, verify]);

  /** Sets the password with the token of the verified link. */
  const resetPassword = async (newPassword: string) => {
    if (check.state !== 'ready' || !email || !validTill) {
      return { outcome: 'refused', problem: { text: resetPasswordWords.incomplete, field: null } } as const;
    }
    return await reset({ token: check.token, email, validTill, newPassword });
  };

  return { check, resetPassword };
}

const linkWords = {
  USER_NOT_FOUND: resetPasswordWords.invalid,
  LINK_INVALID: resetPasswordWords.invalid,
  LINK_HASH_INVALID: resetPasswordWords.invalidHash,
  LINK_EXPIRED: resetPasswordWords.expired,
  LINK_USED: resetPasswordWords.used,
};

const verifying = { known: { ...linkWords, INVALID_INPUT: errors.ourMistake } };
const resetting = {
  known: {
    ...linkWords,
    RESET_TOKEN_INVALID: resetPasswordWords.authorizationFailed,
    RESET_TOKEN_SPENT: resetPasswordWords.notFound,
  },
};
