import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { FormCard } from '../../features/admin/FormCard.tsx';
import { useRegisterAdmin } from '../../features/adminPeople/useRegisterAdmin.ts';
import { useBack } from '../../features/shell/useBack.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';

const texts = words.admin.registerAdmin;

export function RegisterNewAdminPage() {
  const [typed, setTyped] = useState({ name: '', email: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const { registerAdmin, registering } = useRegisterAdmin();
  const back = useBack(paths.admin.manageAdmin);

  const submit = async () => {
    const wrong = await registerAdmin(typed);
    setProblem(wrong);
    if (wrong === null) setMessage({ text: texts.success, tone: 'good' });
  };
  const close = () => {
    setMessage(null);
    back();
  };

  return (
    <AdminPage title={texts.title} onBack={back}>
      <FormCard onSubmit={() => void submit()} busy={registering}>
        <TextInput
          label={texts.name}
          autoComplete="off"
          value={typed.name}
          onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, name: value }))}
        />
        <TextInput
          label={texts.email}
          inputMode="email"
          autoComplete="off"
          value={typed.email}
          onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, email: value }))}
        />
        <p>{texts.hint}</p>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <PrimaryButton type="submit" loading={registering}>
          {texts.submit}
        </PrimaryButton>
      </FormCard>
      <MessagePopup message={message} onClose={close} />
    </AdminPage>
  );
}
