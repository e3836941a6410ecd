import type { DomainErrorCode } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { missing, missingPassword } from '../../ui/missing.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useForm, type FormProblem } from '../../ui/useForm.ts';
import { OtpField } from './OtpField.tsx';
import { PanelStep } from './PanelStep.tsx';
import classes from './SecondFactor.module.css';

export interface Credentials {
  readonly password: string;
  readonly otp?: string;
}

/** How a refusal of a changed second factor is worded, and beside which field. */
export const credentialRefusals = {
  known: {
    INCORRECT_OLD_PASSWORD: words.secondFactor.wrongPassword,
    OTP_WRONG: words.secondFactor.wrongCode,
    OTP_REQUIRED: words.errors.missing,
  },
  fields: { INCORRECT_OLD_PASSWORD: 'password', OTP_WRONG: 'otp', OTP_REQUIRED: 'otp' },
} as const satisfies {
  known: Partial<Record<DomainErrorCode, string>>;
  fields: Partial<Record<DomainErrorCode, string>>;
};

interface CredentialsFormProps {
  title: string;
  /** Paragraphs. */
  hints: readonly string[];
  submit: string;
  danger?: boolean;
  /** Whether there is a second factor, whose code is needed too. */
  hasFactor: boolean;
  send: (credentials: Credentials) => Promise<{ readonly problem: FormProblem | null }>;
  onCancel?: () => void;
}

/** Asks for the password, and for a code where there is a second factor, before something about it is changed. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { title, hints, submit, danger = false, hasFactor, send, onCancel } = props;
  const form = useForm({
    initial: { password: '', otp: '' },
    check: ({ password, otp }) => ({
      password: missingPassword(password),
      otp: hasFactor ? missing(otp) : null,
    }),
    send: ({ password, otp }) => send(hasFactor ? { password, otp } : { password }),
  });
  const actions = (
    <div className={classes.actions}>
      {onCancel && (
        <Button variant="light" onClick={onCancel}>
          {words.common.cancel}
        </Button>
      )}
      <Button type="submit" loading={form.busy} danger={danger}>
        {submit}
      </Button>
    </div>
  );
  return (
    <PanelStep title={title} takesFocus={onCancel !== undefined}>
      <Form form={form} submit={submit} actions={actions}>
        {hints.map((hint) => (
          <p key={hint}>{hint}</p>
        ))}
        <PasswordField
          label={words.secondFactor.password}
          autoComplete="current-password"
          {...form.field('password')}
        />
        {hasFactor && (
          <OtpField label={words.secondFactor.code} description={words.secondFactor.codeHint} {...form.field('otp')} />
        )}
      </Form>
    </PanelStep>
  );
}
