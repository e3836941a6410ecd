import { ForgotPasswordDialog } from './ForgotPasswordDialog.tsx';
import { SignInLinkDialog } from './SignInLinkDialog.tsx';

interface MailDialogsProps {
  readonly opened: 'forgot' | 'link' | null;
  readonly onClose: () => void;
  readonly email: string;
}

/** The dialogs of the log-in page that send a mail: to set a new password, and to sign in. */
export function MailDialogs({ opened, ...dialog }: MailDialogsProps) {
  return (
    <>
      <ForgotPasswordDialog {...dialog} opened={opened === 'forgot'} />
      <SignInLinkDialog {...dialog} opened={opened === 'link'} />
    </>
  );
}
