import { TextInput } from '@mantine/core';
import { words } from '../../messages/words.ts';

/** Why an admin does something, for the audit log; may stay empty. */
export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <TextInput
      label={words.admin.reason.label}
      description={words.admin.reason.hint}
      maxLength={400}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
