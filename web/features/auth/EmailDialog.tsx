import { useState } from 'react';
import { isEmail } from '../../lib/text.ts';
import { words } from '../../messages/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useProduct } from '../product/useProduct.ts';
import classes from './EmailDialog.module.css';

interface EmailDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  text: string;
  submit: string;
  /** What the field starts with. */
  email: string;
  /** Sends the request; resolves to the error message, or null. */
  onSend: (email: string) => Promise<string | null>;
}

/** Dialog with a field for an e-mail address to which something is sent. */
export function EmailDialog(props: EmailDialogProps) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      <EmailForm {...props} />
    </Dialog>
  );
}

function EmailForm({ text, submit, email: initial, onSend, onClose }: EmailDialogProps) {
  const [email, setEmail] = useState(initial);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const { sendsMail } = useProduct();

  const send = async () => {
    const error =
      email.trim() === '' ? words.forgotPassword.required : isEmail(email) ? null : words.errors.emailInvalid;
    setFieldError(error);
    setProblem(null);
    if (error) return;
    setState('sending');
    const answer = await onSend(email.trim());
    setProblem(answer);
    setState(answer === null ? 'sent' : 'idle');
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack gap={12}>
        <p>{text}</p>
        <TextField
          label={words.forgotPassword.email}
          type="email"
          autoComplete="email"
          data-autofocus
          value={email}
          error={fieldError}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        {state === 'sent' && <Notice tone="good">{words.forgotPassword.sent}</Notice>}
        {state === 'sent' && !sendsMail && <p>{words.forgotPassword.kept}</p>}
        <div className={classes.actions}>
          <Button variant="light" onClick={onClose}>
            {words.common.close}
          </Button>
          <Button type="submit" loading={state === 'sending'}>
            {submit}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
