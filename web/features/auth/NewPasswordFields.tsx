import { PasswordField } from '../../ui/PasswordField.tsx';

interface NewPasswordFieldsProps {
  labels: { readonly newPassword: string; readonly confirmation: string };
  newPassword: string;
  confirmation: string;
  onChange: (changes: { newPassword?: string; confirmation?: string }) => void;
}

/** A new password and its confirmation, each with a visibility toggle. */
export function NewPasswordFields({ labels, newPassword, confirmation, onChange }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={labels.newPassword}
        autoComplete="new-password"
        value={newPassword}
        onChange={(value) => onChange({ newPassword: value })}
      />
      <PasswordField
        label={labels.confirmation}
        autoComplete="new-password"
        value={confirmation}
        onChange={(value) => onChange({ confirmation: value })}
      />
    </>
  );
}
