import { useState } from 'react';
import { common } from '#messages/common.ts';
import { forgotPassword } from '#messages/forgotPassword.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm, type FormProblem } from '../../ui/useForm.ts';
import { useProduct } from '../product/useProduct.ts';
import classes from './EmailDialog.module.css';
import { emailError } from './emailError.ts';

interface EmailDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  text: string;
  submit: string;
  /** What the field starts with. */
  email: string;
  onSend: (input: { email: string }) => Promise<{ readonly problem: FormProblem | null }>;
}

/** Dialog with a field for an e-mail address to which something is sent. */
export function EmailDialog(props: EmailDialogProps) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      <EmailForm {...props} />
    </Dialog>
  );
}

function EmailForm({ text, submit, email, onSend, onClose }: EmailDialogProps) {
  const [sent, setSent] = useState(false);
  const { sendsMail } = useProduct();
  const form = useForm({
    initial: { email },
    check: ({ email: typed }) => ({ email: emailError(typed, forgotPassword.required) }),
    send: async ({ email: typed }) => {
      setSent(false);
      const answer = await onSend({ email: typed.trim() });
      setSent(answer.problem === null);
      return answer;
    },
  });
  const actions = (
    <div className={classes.actions}>
      <Button variant="light" onClick={onClose}>
        {common.close}
      </Button>
      <Button type="submit" loading={form.busy}>
        {submit}
      </Button>
    </div>
  );

  return (
    <Form form={form} submit={submit} actions={actions}>
      <p>{text}</p>
      <TextField
        label={forgotPassword.email}
        type="email"
        autoComplete="email"
        data-autofocus
        {...form.field('email')}
      />
      {sent && <Notice tone="good">{forgotPassword.sent}</Notice>}
      {sent && !sendsMail && <p>{forgotPassword.kept}</p>}
    </Form>
  );
}
