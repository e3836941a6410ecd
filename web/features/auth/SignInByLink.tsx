import { useMutation } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { LoadingInline } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useStartSession } from '../session/useStartSession.ts';

const SignInByLink_Mutation = graphql(`
  mutation SignInByLink_Mutation($input: SignInWithLinkInput!) {
    signInWithLink(input: $input) {
      ...StartSession_payload @unmask
      ...Refusal_error @unmask
    }
  }
`);

/** Signs in once with the token of a mailed link when the link is opened. */
export function SignInByLink({ token, onDismiss }: { token: string; onDismiss: () => void }) {
  const [mutate] = useMutation(SignInByLink_Mutation);
  const [problem, setProblem] = useState<string | null>(null);
  const startSession = useStartSession();
  const used = useRef<string | null>(null);

  useEffect(() => {
    if (used.current === token) return;
    used.current = token;
    mutate({ variables: { input: { token } } })
      .then(({ data }) => {
        const result = data?.signInWithLink;
        if (result?.__typename === 'SessionPayload') startSession(result);
        else setProblem(words.signInLink.invalid);
      })
      .catch((error: unknown) => setProblem(errorText(error)));
  }, [mutate, startSession, token]);

  if (!problem) return <LoadingInline />;
  return (
    <Notice tone="bad" onDismiss={onDismiss}>
      {problem}
    </Notice>
  );
}
