import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { clearSession } from '../../apollo/sessionStore.ts';
import { NewPasswordFields } from '../../features/auth/NewPasswordFields.tsx';
import { checkPasswordChange, noPasswords, useChangePassword } from '../../features/auth/useChangePassword.ts';
import { useSession } from '../../features/session/useSession.ts';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { changePassword as changePasswordWords } from '#messages/changePassword.ts';
import { login } from '#messages/login.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/useForm.ts';

/** The player's version: the old password is shown as typed, only the new ones have a toggle. Not guarded. */
export default function ChangePasswordPage() {
  return (
    <Screen title={titles.changePassword} backTo={paths.settingCenter}>
      <Stack>
        <Notice tone="attention">{changePasswordWords.banner}</Notice>
        <Card>
          <ChangePasswordForm />
        </Card>
      </Stack>
    </Screen>
  );
}

function ChangePasswordForm() {
  const [message, setMessage] = useState<Message | null>(null);
  const changePassword = useChangePassword(changePasswordWords.wrongOldPlayer);
  const signedIn = useSession() !== null;
  const navigate = useNavigate();
  const form = useForm({
    initial: noPasswords,
    check: checkPasswordChange,
    send: async (typed) => {
      const answer = await changePassword(typed);
      if (answer.outcome === 'done') setMessage({ text: changePasswordWords.success, tone: 'good' });
      return answer;
    },
  });
  const close = () => {
    setMessage(null);
    clearSession();
    void navigate(paths.login, { replace: true });
  };

  return (
    <Stack gap={12}>
      <Form
        form={form}
        submit={changePasswordWords.submit}
        disabled={!signedIn && message === null}
        reason={changePasswordWords.signedOut}
      >
        <TextField label={changePasswordWords.oldPassword} autoComplete="off" {...form.field('oldPassword')} />
        <NewPasswordFields
          labels={changePasswordWords}
          newPassword={form.field('newPassword')}
          confirmation={form.field('confirmation')}
        />
      </Form>
      {!signedIn && message === null && (
        <LinkButton to={paths.login} quiet>
          {login.heading}
        </LinkButton>
      )}
      <MessagePopup message={message} onClose={close} />
    </Stack>
  );
}
