import { useState, type ReactNode } from 'react';
import { reason as reasonWords } from '#messages/admin/reason.ts';
import { ReasonField } from './ReasonField.tsx';

/** The server refuses shorter ones. */
const minLength = 10;

interface RequiredReason {
  /** The field; it shows an error once too short a reason was taken. */
  readonly field: ReactNode;
  /** The reason; null where it is too short, which the field then shows. */
  readonly take: () => string | null;
  readonly clear: () => void;
}

/** A mandatory reason of at least 10 characters. `hint` says who reads it, other than the audit log. */
export function useRequiredReason(hint?: string): RequiredReason {
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const reason = typed.trim();
  const enough = [...reason].length >= minLength;
  return {
    field: (
      <ReasonField
        required
        value={typed}
        hint={hint}
        error={refused && !enough ? reasonWords.tooShort(minLength) : null}
        onChange={setTyped}
      />
    ),
    take: () => {
      setRefused(!enough);
      return enough ? reason : null;
    },
    clear: () => {
      setTyped('');
      setRefused(false);
    },
  };
}
