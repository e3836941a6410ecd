import { useEffect, useRef } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { signInLink } from '#messages/signInLink.ts';
import { LoadingInline } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SendOtp } from './OtpStep.tsx';
import { useStartSession } from '../session/useStartSession.ts';

const SignInByLink_Mutation = graphql(`
  mutation SignInByLink_Mutation($input: SignInWithLinkInput!) {
    signInWithLink(input: $input) {
      ...StartSession_payload @unmask
      ...Refusal_error @unmask
    }
  }
`);

const options = { refused: signInLink.invalid };

interface SignInByLinkProps {
  token: string;
  onDismiss: () => void;
  /** The account asks for a code, with which this sends the token again. */
  onOtp: (send: SendOtp) => void;
}

/** Signs in once with the token of a mailed link when the link is opened. */
export function SignInByLink({ token, onDismiss, onOtp }: SignInByLinkProps) {
  const { act, problem } = useAction(SignInByLink_Mutation, options);
  const startSession = useStartSession();
  const used = useRef<string | null>(null);

  useEffect(() => {
    if (used.current === token) return;
    used.current = token;
    const signIn = async (otp?: string) => {
      const signedIn = await act({ token, ...(otp !== undefined && { otp }) });
      if (signedIn.outcome === 'done') startSession(signedIn.payload);
      if (signedIn.outcome === 'refused' && signedIn.refusal.code === 'OTP_REQUIRED') onOtp(signIn);
      return signedIn;
    };
    void signIn();
  }, [act, onOtp, startSession, token]);

  if (!problem) return <LoadingInline />;
  return (
    <Notice tone="bad" onDismiss={onDismiss}>
      {problem.text}
    </Notice>
  );
}
