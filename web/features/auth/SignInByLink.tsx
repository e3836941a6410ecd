import { useEffect, useRef } from 'react';
import { useAction } from '../../apollo/useAction.ts';
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

const options = { refused: words.signInLink.invalid };

/** Signs in once with the token of a mailed link when the link is opened. */
export function SignInByLink({ token, onDismiss }: { token: string; onDismiss: () => void }) {
  const { act, problem } = useAction(SignInByLink_Mutation, options);
  const startSession = useStartSession();
  const used = useRef<string | null>(null);

  useEffect(() => {
    if (used.current === token) return;
    used.current = token;
    void act({ token }).then((signedIn) => {
      if (signedIn.outcome === 'done') startSession(signedIn.payload);
    });
  }, [act, startSession, token]);

  if (!problem) return <LoadingInline />;
  return (
    <Notice tone="bad" onDismiss={onDismiss}>
      {problem.text}
    </Notice>
  );
}
