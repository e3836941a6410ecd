import type { PaymentChannel } from '../../gql/graphql.ts';
import { isReference, MAX_REFERENCE } from '../../paymentTexts.ts';
import { deposit } from '#messages/deposit.ts';
import { Form } from '../../ui/Form.tsx';
import { missing } from '../../ui/missing.ts';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/useForm.ts';
import { useProduct } from '../product/useProduct.ts';
import { useRequestDeposit } from './useRequestDeposit.ts';

interface ConfirmPaymentProps {
  channel: PaymentChannel;
  amount: string;
  payeeId: string;
}

/** Form for the reference of a payment; sends it for approval, then shows its status. */
export function ConfirmPayment({ channel, amount, payeeId }: ConfirmPaymentProps) {
  const { playMoney } = useProduct();
  const requestDeposit = useRequestDeposit();
  const { reference: label, warning, submit } = deposit.through[channel];
  const form = useForm({
    initial: { reference: '' },
    check: ({ reference }) => ({ reference: referenceError(reference) }),
    send: ({ reference }) => requestDeposit({ amount, reference: reference.trim(), payeeId }),
  });
  return (
    <Form form={form} submit={submit}>
      <TextField
        label={label}
        description={playMoney ? deposit.referenceHintPlay : deposit.referenceHint}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={MAX_REFERENCE}
        {...form.field('reference')}
      />
      {!playMoney && <Notice tone="warning">{warning}</Notice>}
    </Form>
  );
}

function referenceError(typed: string): string | null {
  return missing(typed) ?? (isReference(typed) ? null : deposit.referenceInvalid);
}
