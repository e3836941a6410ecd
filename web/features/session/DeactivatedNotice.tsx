import { useState } from 'react';
import { deactivatedUid, forgetDeactivated } from '../../apollo/deactivated.ts';
import { deactivated } from '#messages/deactivated.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Why the player was signed out, and how to reach support, until it is dismissed. */
export function DeactivatedNotice() {
  const [uid, setUid] = useState(deactivatedUid);
  if (uid === null) return null;
  const dismiss = () => {
    forgetDeactivated();
    setUid(null);
  };
  return (
    <Notice tone="bad" onDismiss={dismiss}>
      <strong>{deactivated.title}</strong>
      <p>{deactivated.text(uid)}</p>
    </Notice>
  );
}
