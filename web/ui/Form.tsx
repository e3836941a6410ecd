import type { ReactNode } from 'react';
import { errors } from '#messages/errors.ts';
import { Notice } from './Notice.tsx';
import { PrimaryButton } from './PrimaryButton.tsx';
import { Stack } from './Stack.tsx';
import { SubmitForm } from './SubmitForm.tsx';
import type { FormState } from './useForm.ts';

interface FormProps {
  form: FormState;
  /** Text of its button; none where `actions` stand in its place. */
  submit?: string;
  /** Can't be submitted, and why. */
  disabled?: boolean;
  reason?: string | undefined;
  /** In place of its button. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The fields of a form, what is wrong with it as a whole, and its button. */
export function Form({ form, submit, disabled = false, reason, actions, children }: FormProps) {
  return (
    <SubmitForm element={form.element} onSubmit={() => disabled || form.submit()}>
      <Stack gap={12}>
        {children}
        {form.errors.includes(errors.missing) && <Notice tone="bad">{errors.required}</Notice>}
        {form.problem && (
          <Notice tone="bad" onDismiss={form.dismiss}>
            {form.problem}
          </Notice>
        )}
        {actions ?? (
          <PrimaryButton type="submit" loading={form.busy} disabled={disabled} reason={reason}>
            {submit}
          </PrimaryButton>
        )}
      </Stack>
    </SubmitForm>
  );
}
