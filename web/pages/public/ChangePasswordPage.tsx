import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { clearSession } from '../../apollo/sessionStore.ts';
import { NewPasswordFields } from '../../features/auth/NewPasswordFields.tsx';
import { useChangePassword, passwordChangeError } from '../../features/auth/useChangePassword.ts';
import { useSession } from '../../features/session/useSession.ts';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** The player's version: the old password is shown as typed, only the new ones have a toggle. Not guarded. */
export function ChangePasswordPage() {
  return (
    <Screen title={words.titles.changePassword} backTo={paths.settingCenter}>
      <Stack>
        <Notice tone="attention">{words.changePassword.banner}</Notice>
        <Card>
          <ChangePasswordForm />
        </Card>
      </Stack>
    </Screen>
  );
}

function ChangePasswordForm() {
  const [typed, setTyped] = useState({ oldPassword: '', newPassword: '', confirmation: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const { changePassword, changing } = useChangePassword(words.changePassword.wrongOldPlayer);
  const signedIn = useSession() !== null;
  const navigate = useNavigate();

  const submit = async () => {
    const wrong = passwordChangeError(typed);
    setProblem(wrong);
    if (wrong || changing) return;
    const refused = await changePassword(typed);
    setProblem(refused);
    if (refused === null) setMessage({ text: words.changePassword.success, tone: 'good' });
  };

  const close = () => {
    setMessage(null);
    clearSession();
    void navigate(paths.login, { replace: true });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap={12}>
        <TextField
          label={words.changePassword.oldPassword}
          autoComplete="off"
          value={typed.oldPassword}
          onChange={(event) => {
            const oldPassword = event.currentTarget.value;
            setTyped((now) => ({ ...now, oldPassword }));
          }}
        />
        <NewPasswordFields
          labels={words.changePassword}
          newPassword={typed.newPassword}
          confirmation={typed.confirmation}
          onChange={(changes) => setTyped((now) => ({ ...now, ...changes }))}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <PrimaryButton
          type="submit"
          loading={changing}
          disabled={!signedIn && message === null}
          reason={words.changePassword.signedOut}
        >
          {words.changePassword.submit}
        </PrimaryButton>
        {!signedIn && message === null && (
          <LinkButton to={paths.login} quiet>
            {words.login.heading}
          </LinkButton>
        )}
      </Stack>
      <MessagePopup message={message} onClose={close} />
    </form>
  );
}
