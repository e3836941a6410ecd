import { Suspense } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { secondFactor } from '#messages/secondFactor.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Form } from '../../ui/Form.tsx';
import { missing } from '../../ui/missing.ts';
import { useForm } from '../../ui/useForm.ts';
import { lazyPart } from '../../ui/lazyPart.ts';
import { credentialRefusals } from './CredentialsForm.tsx';
import { OtpField } from './OtpField.tsx';
import { PanelStep } from './PanelStep.tsx';
import classes from './SecondFactor.module.css';

const ConfirmSecondFactor_Mutation = graphql(`
  mutation ConfirmSecondFactor_Mutation($input: ConfirmSecondFactorInput!) {
    confirmSecondFactor(input: $input) {
      ... on RecoveryCodesPayload {
        recoveryCodes
      }
      ...Refusal_error @unmask
    }
  }
`);

const QrCode = lazyPart(async () => (await import('qrcode.react')).QRCodeSVG);

const qrSize = 180;

interface NewSecretProps {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** The secret for the authenticator app, to scan or to type, and the field for the first code of it. */
export function NewSecret({ secret, uri, onConfirmed }: NewSecretProps) {
  const { act } = useAction(ConfirmSecondFactor_Mutation, credentialRefusals);
  const text = secondFactor;
  const form = useForm({
    initial: { otp: '' },
    check: ({ otp }) => ({ otp: missing(otp) }),
    send: async ({ otp }) => {
      const answer = await act({ otp });
      if (answer.outcome === 'done') onConfirmed(answer.payload.recoveryCodes);
      return answer;
    },
  });
  const spaced = (secret.match(/.{1,4}/g) ?? []).join(' ');
  return (
    <PanelStep title={text.scanTitle} takesFocus>
      <p>{text.scan}</p>
      <div className={classes.qr}>
        <Suspense fallback={<div style={{ width: qrSize, height: qrSize }} />}>
          <QrCode value={uri} size={qrSize} role="img" title={text.qr} />
        </Suspense>
      </div>
      <div className={classes.key}>
        <code className={classes.value}>{spaced}</code>
        <CopyButton text={secret} label={text.copyKey} copied={text.keyCopied} />
      </div>
      <Form form={form} submit={text.confirm}>
        <OtpField label={text.firstCode} {...form.field('otp')} />
      </Form>
    </PanelStep>
  );
}
