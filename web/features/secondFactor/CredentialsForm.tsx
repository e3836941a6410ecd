import type { DomainErrorCode } from '../../gql/graphql.ts';
import { common } from '#messages/common.ts';
import { errors } from '#messages/errors.ts';
import { secondFactor } from '#messages/secondFactor.ts';
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
    INCORRECT_OLD_PASSWORD: secondFactor.wrongPassword,
    OTP_WRONG: secondFactor.wrongCode,
    OTP_REQUIRED: errors.missing,
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
          {common.cancel}
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
        <PasswordField label={secondFactor.password} autoComplete="current-password" {...form.field('password')} />
        {hasFactor && <OtpField label={secondFactor.code} description={secondFactor.codeHint} {...form.field('otp')} />}
      </Form>
    </PanelStep>
  );
}
