import { errors } from '#messages/errors.ts';
import { missingPassword } from '../../ui/missing.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import type { FormField } from '../../ui/useForm.ts';

interface NewPassword {
  readonly newPassword: string;
  readonly confirmation: string;
}

interface NewPasswordFieldsProps {
  labels: NewPassword;
  newPassword: FormField<string>;
  confirmation: FormField<string>;
}

/** A new password and its confirmation, each with a visibility toggle. */
export function NewPasswordFields({ labels, newPassword, confirmation }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField label={labels.newPassword} autoComplete="new-password" {...newPassword} />
      <PasswordField label={labels.confirmation} autoComplete="new-password" {...confirmation} />
    </>
  );
}

/** What is wrong with a new password and its confirmation. */
export function checkNewPassword({ newPassword, confirmation }: NewPassword) {
  const differs = newPassword === confirmation ? null : errors.passwordsDiffer;
  return { newPassword: missingPassword(newPassword), confirmation: missingPassword(confirmation) ?? differs };
}
