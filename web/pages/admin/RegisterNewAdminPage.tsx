import { useState } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { FormCard } from '../../features/admin/FormCard.tsx';
import { RoleChoice } from '../../features/adminPeople/RoleChoice.tsx';
import { useRegisterAdmin } from '../../features/adminPeople/useRegisterAdmin.ts';
import { emailError } from '../../features/auth/emailError.ts';
import { useBack } from '../../features/shell/useBack.ts';
import type { AdminRole } from '../../gql/graphql.ts';
import { registerAdmin as texts } from '#messages/admin/registerAdmin.ts';
import { paths } from '../../paths.ts';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { missing } from '../../ui/missing.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/useForm.ts';

const newRoles: readonly AdminRole[] = ['FINANCE', 'SUPPORT', 'GAME'];

export default function RegisterNewAdminPage() {
  const [message, setMessage] = useState<Message | null>(null);
  const registerAdmin = useRegisterAdmin();
  const back = useBack(paths.admin.manageAdmin);
  const form = useForm({
    initial: { name: '', email: '', roles: newRoles },
    check: ({ name, email }) => ({ name: missing(name), email: emailError(email) }),
    send: async (typed) => {
      const answer = await registerAdmin({ ...typed, roles: [...typed.roles] });
      if (answer.outcome === 'done') {
        const { proposed } = answer.payload;
        const text = texts.success(typed.name, typed.email);
        setMessage({ text: proposed ? `${text} ${texts.proposed}` : text, tone: 'good' });
      }
      return answer;
    },
  });
  const roles = form.field('roles');
  const close = () => {
    setMessage(null);
    back();
  };

  return (
    <AdminPage title={texts.title} onBack={back}>
      <FormCard form={form} submit={texts.submit}>
        <TextField label={texts.name} autoComplete="off" {...form.field('name')} />
        <TextField label={texts.email} inputMode="email" autoComplete="off" {...form.field('email')} />
        <RoleChoice chosen={roles.value} onChange={roles.onChange} />
        <p>{texts.hint}</p>
      </FormCard>
      <MessagePopup message={message} onClose={close} />
    </AdminPage>
  );
}
