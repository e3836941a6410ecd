import { localStore } from '../../lib/storage.ts';
import { sessionEnd } from '#messages/sessionEnd.ts';
import { Notice } from '../../ui/Notice.tsx';
import { sessionEndReason } from './sessionEnd.ts';

/** What a visitor should know before signing in: how the last session ended, and that the browser won't keep the next one. */
export function SignInNotices() {
  const reason = sessionEndReason();
  return (
    <>
      {reason && (
        <Notice tone="attention">
          {sessionEnd[reason]} {sessionEnd.goOn}
        </Notice>
      )}
      {!localStore.canKeep() && <Notice tone="attention">{sessionEnd.notKept}</Notice>}
    </>
  );
}
