import { TextInput } from '@mantine/core';
import { reason as reasonWords } from '#messages/admin/reason.ts';

interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
  /** Whether a reason is mandatory. */
  required?: boolean;
  error?: string | null;
  /** Who reads it, where that is not the audit log alone. */
  hint?: string | undefined;
}

/** The reason of an admin's action, for the audit log. */
export function ReasonField({ value, onChange, required = false, error = null, hint }: ReasonFieldProps) {
  const reason = reasonWords;
  return (
    <TextInput
      label={required ? reason.label : reason.optional}
      description={hint ?? reason.hint}
      maxLength={500}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
